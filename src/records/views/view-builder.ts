import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { PAGE_TEMPLATE } from '../../kernel/config/variable-schemas.js';
import { TypedCustomFields } from '../extension-points/typed-custom-fields.js';
import { VERSION_KEY } from './entity-tag-view.js';
import { recordPagePath } from '../../kernel/context/namespace.js';
import { rootUrlOf, type RequestContext } from '../../kernel/context/request-context.js';
import { imageView } from '../images/image.view.js';
import type { Language } from '../../kernel/language/languages.js';
import type { Status } from '../publishing/publishing.columns.js';
import type { PublishableRow, TranslatedRecordRow } from '../publishing/publishing.select.js';
import { StrategyRegistry } from '../extension-points/strategy-registry.js';
import type { PublicUrlStrategy } from '../extension-points/strategy-types.js';
import { epochToLocal } from '../../kernel/time/local-time.js';
import { RecordExtensions } from '../extension-points/record-extensions.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { PublishableView, RecordView } from './record.view.js';

/** A row of any kind. */
interface RecordRow extends TranslatedRecordRow {
  readonly id: number;
  readonly version: number;
}

/** Builds the members that all kinds have in common. */
@Injectable()
export class ViewBuilder {
  constructor(
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
    private readonly extensions: RecordExtensions,
    private readonly customFields: TypedCustomFields,
    private readonly strategies: StrategyRegistry,
  ) {}

  /** The members of every record, including those of extensions. */
  recordView(context: RequestContext, kind: RecordKind, row: RecordRow): RecordView {
    const rest_url = `${context.baseUrl}/${kind.path}/${row.id}`;
    const language = row.language as Language;
    const view: RecordView = {
      [VERSION_KEY]: row.version,
      id: row.id,
      slug: row.slug,
      description: row.description,
      url: this.publicUrl(context, kind, { id: row.id, slug: row.slug, language }) ?? rest_url,
      rest_url,
      version: row.version,
      ml_language: language,
      ml_translations: translationViews(row.translations, rest_url),
    };
    return this.extensions.isEmpty
      ? view
      : Object.assign(view, this.extensions.viewMembers(context, kind, row.extensions));
  }

  /**
   * The members of events, venues and organizers: those of {@link recordView}, author, status, dates, image and custom
   * fields.
   * @param timezone zone of the local dates. Default: the time zone of the service
   */
  publishableView(
    context: RequestContext,
    kind: RecordKind,
    row: PublishableRow & TranslatedRecordRow,
    timezone: string = this.configuration.TIMEZONE,
  ): PublishableView {
    const { published_at, modified_at } = row;
    const view = this.recordView(context, kind, row) as PublishableView;
    view.author = row.author_id;
    view.status = servedStatusOf(row);
    view.date = published_at === null ? null : epochToLocal(published_at, timezone);
    view.date_utc = published_at === null ? null : epochToLocal(published_at, 'UTC');
    view.modified = epochToLocal(modified_at, timezone);
    view.modified_utc = epochToLocal(modified_at, 'UTC');
    const rootUrl = rootUrlOf(context, this.configuration);
    view.image = imageView(row.image, row.image_alt, rootUrl, this.strategies.get('image'));
    view.custom_fields = this.customFields.toView(kind, row.custom_fields);
    return view;
  }

  /** The URL of the public page of a record. `undefined` if none is configured. */
  publicUrl(
    context: RequestContext,
    kind: RecordKind,
    record: Parameters<PublicUrlStrategy['publicUrlOf']>[1],
  ): string | undefined {
    const url = this.strategies.get('publicUrl')?.publicUrlOf(kind, record);
    const urlTemplate = kind.urlTemplate && this.configuration[kind.urlTemplate];
    return url ?? (urlTemplate && this.urlFromTemplate(urlTemplate, context, kind, record));
  }

  private urlFromTemplate(
    urlTemplate: string,
    context: RequestContext,
    { name }: RecordKind,
    { id, slug, language }: Parameters<PublicUrlStrategy['publicUrlOf']>[1],
  ): string {
    const { configuration } = this;
    if (urlTemplate === PAGE_TEMPLATE)
      return rootUrlOf(context, configuration) + recordPagePath(configuration.PAGES_ROOT, language, name, slug);
    const values: Record<string, string> = { id: String(id), slug: encodeURIComponent(slug), language };
    return urlTemplate.replace(/\{(id|slug|language)\}/g, (_all, placeholder: string) => values[placeholder] ?? '');
  }
}

function translationViews(slugs: RecordRow['translations'], restUrl: string): RecordView['ml_translations'] {
  const views: RecordView['ml_translations'] = {};
  for (const language of Object.keys(slugs) as Language[])
    views[language] = { slug: slugs[language] as string, rest_url: `${restUrl}?ml_language=${language}` };
  return views;
}

function servedStatusOf({ status, is_trashed, is_due }: PublishableRow): Status {
  if (is_trashed) return 'trash';
  return status === 'publish' && !is_due ? 'future' : status;
}
