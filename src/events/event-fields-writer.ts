import { Injectable } from '@nestjs/common';
import { collectErrors } from '../kernel/errors/collect-errors.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import type { ReadableIdsLookup } from '../records/crud/find-readable-ids.js';
import type { WriteScope } from '../persistence/transactions/write-scope.js';
import { RecordExtensions } from '../records/extension-points/record-extensions.js';
import { requireReview } from '../records/publishing/publication.js';
import { PublicationWriter } from '../records/publishing/publication-writer.js';
import { TranslationWriter } from '../records/translations/translation-writer.js';
import { applyEventFields } from './apply-event-fields.js';
import { CostFormatter } from './cost-formatter.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { setEventParent } from './event-parent.js';
import { applySchedule } from './event-schedule.js';
import { EVENT_TRANSLATIONS, setPassword } from './event-translations.js';
import type { CalendarEvent } from './event.entity.js';
import { imageInputsOf } from './linked-record-resolver.js';

/** The input of a request, with the password hashed. */
export type WithPasswordHash<Input> = Input & { readonly passwordHash: string | null | undefined };

type EventInput = WithPasswordHash<UpdateEventDto>;

/** Writes the input of a request into an event. Linked records are written by `writeEventLinks`. */
@Injectable()
export class EventFieldsWriter {
  constructor(
    private readonly publication: PublicationWriter,
    private readonly translations: TranslationWriter,
    private readonly extensions: RecordExtensions,
    private readonly costs: CostFormatter,
  ) {}

  /** Stores the images of an event and of the records that it brings along. */
  storeImages({ em, context }: WriteScope, input: UpdateEventDto): Promise<void> {
    return this.publication.storeImages(em, context, imageInputsOf(input));
  }

  /** The slug of a new event: the one sent, else one from the title. Empty if neither gives one. */
  preferredSlug({ slug, title }: { readonly slug?: string | null; readonly title: string }): string {
    return this.translations.preferredSlug(EVENT, slug, title);
  }

  /** Writes schedule, publication, fields, parent, translation and password. Throws all errors together. */
  async write(
    scope: WriteScope,
    event: CalendarEvent,
    input: EventInput,
    {
      findReadable,
      claimedSlug,
    }: { readonly findReadable: ReadableIdsLookup; readonly claimedSlug: string | undefined },
  ): Promise<void> {
    const { em, context } = scope;
    const { title, description, excerpt, slug } = input;
    const translation = { language: context.language, input: { title, description, excerpt, slug }, claimedSlug };
    const previousTimezone = event.timezone ?? this.publication.timezone;
    await collectErrors([
      () => applySchedule(event, input, this.publication.timezone),
      () => this.writePublication(scope, event, input, previousTimezone),
      () => this.applyFields(event, input),
      () => setEventParent(em, event, input.post_parent, findReadable),
      () => this.translations.write(em, EVENT_TRANSLATIONS, event, translation),
      () => setPassword(em, event, input.passwordHash),
    ]);
  }

  /** Writes the fields of extensions. */
  writeExtensions(scope: WriteScope, event: CalendarEvent, input: EventInput): Promise<void> {
    return this.extensions.writeExtensionFields(scope, EVENT, event, input);
  }

  /** Removes the translation in the requested language. */
  async removeTranslation({ em, context }: WriteScope, event: CalendarEvent): Promise<void> {
    await this.translations.remove(em, EVENT_TRANSLATIONS, event, context.language);
    requireReview(context.principal, event);
  }

  private writePublication(
    { em, context }: WriteScope,
    event: CalendarEvent,
    input: EventInput,
    previousTimezone: string,
  ): Promise<void> {
    const zones = { before: previousTimezone, after: event.timezone ?? previousTimezone };
    return this.publication.write(em, context, event, { ...input, zones });
  }

  private applyFields(event: CalendarEvent, input: EventInput): void {
    applyEventFields(event, input, this.costs, this.extensions.searchableTexts(EVENT, event.customFields ?? {}));
  }
}
