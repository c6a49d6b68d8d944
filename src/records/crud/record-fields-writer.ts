import { Injectable } from '@nestjs/common';
import { collectErrors } from '../../kernel/errors/collect-errors.js';
import { RecordExtensions } from '../extension-points/record-extensions.js';
import type { HasImage } from '../images/set-image.js';
import { requireReview, type Publishable, type PublicationInput } from '../publishing/publication.js';
import { PublicationWriter } from '../publishing/publication-writer.js';
import { TranslationWriter, type TranslationInput } from '../translations/translation-writer.js';
import { hasPublishing } from '../types/record-kinds.js';
import type { WriteScope } from '../../persistence/transactions/write-scope.js';
import type { ResourceType, ResourceTypeMap } from './resource-type.js';

type PublishedEntity = Publishable & HasImage & { id: number; createdAt: Date; customFields: Record<string, unknown> };

type PublishedInput = PublicationInput & { custom_fields?: Record<string, unknown> | null };

/** Writes the input of a request into a record of any resource type. */
@Injectable()
export class RecordFieldsWriter {
  constructor(
    private readonly publication: PublicationWriter,
    private readonly translations: TranslationWriter,
    private readonly extensions: RecordExtensions,
  ) {}

  /** Writes publication, fields, translations and the fields of extensions. Throws all errors together. */
  async write<T extends ResourceTypeMap>(
    { em, context }: WriteScope,
    type: ResourceType<T>,
    record: T['entity'],
    input: T['input'],
  ): Promise<void> {
    const { kind, translations } = type;
    await collectErrors([
      () => (hasPublishing(kind) ? this.writePublished({ em, context }, record, input) : undefined),
      () => type.applyFields?.(record, input, em),
      () =>
        this.translations.write(em, translations, record, {
          language: context.language,
          input: translationInput(type, input),
        }),
      () => this.extensions.writeExtensionFields({ em, context }, kind, record, input),
    ]);
  }

  /** Removes the translation in the requested language. */
  async removeTranslation<T extends ResourceTypeMap>(
    { em, context }: WriteScope,
    { kind, translations }: ResourceType<T>,
    record: T['entity'],
  ): Promise<void> {
    await this.translations.remove(em, translations, record, context.language);
    if (hasPublishing(kind)) requireReview(context.principal, record as unknown as PublishedEntity);
  }

  private async writePublished({ em, context }: WriteScope, entity: object, input: PublishedInput): Promise<void> {
    const record = entity as PublishedEntity;
    await this.publication.write(em, context, record, input);
    if (input.custom_fields === undefined) return;
    record.customFields = this.extensions.mergeCustomFields(em, record, input.custom_fields ?? {});
  }
}

/** The translated fields of an input, by column. */
function translationInput<T extends ResourceTypeMap>(
  { translations }: ResourceType<T>,
  input: object,
): TranslationInput<T['translation']> {
  const { titleColumn, titleParameter } = translations;
  const { description, slug, [titleParameter]: title } = input as Record<string, string | null | undefined>;
  return { [titleColumn]: title, description, slug } as TranslationInput<T['translation']>;
}
