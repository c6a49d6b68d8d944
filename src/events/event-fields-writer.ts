import { Injectable } from '@nestjs/common';
import { collectErrors } from '../kernel/errors/collect-errors.js';
import { fold } from '../kernel/text/fold.js';
import { zoneOrStoredOffset } from '../kernel/time/local-time.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import type { WriteScope } from '../persistence/transactions/run-in-transaction.js';
import type { ReadableIdsLookup } from '../records/crud/find-readable-ids.js';
import { RecordExtensions } from '../records/extension-points/record-extensions.js';
import { setPendingUnlessPublisher } from '../records/publishing/publication.js';
import { PublicationWriter } from '../records/publishing/publication-writer.js';
import { TranslationWriter } from '../records/translations/translation-writer.js';
import { CostWriter } from './cost-writer.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { setEventParent } from './event-parent.js';
import { applySchedule, resolveTimezone } from './event-schedule.js';
import { applyEventStatus } from './event-status.js';
import { EVENT_TRANSLATIONS, setPasswordHash } from './event-translations.js';
import type { CalendarEvent } from './event.entity.js';
import { imageInputsOf } from './linked-record-writer.js';

export type WithPasswordHash<Input> = Input & { readonly passwordHash: string | null | undefined };

type EventInput = WithPasswordHash<UpdateEventDto>;

/** Boolean fields: parameter, property, and the value that `null` stands for. */
const FLAG_FIELDS = [
  ['show_map', 'showMap', true],
  ['show_map_link', 'showMapLink', true],
  ['hide_from_listings', 'hideFromListings', false],
  ['sticky', 'sticky', false],
  ['featured', 'featured', false],
  ['ticketed', 'ticketed', false],
] as const;

/** Writes the input of a request into an event. `writeEventLinks` writes its links. */
@Injectable()
export class EventFieldsWriter {
  constructor(
    private readonly publication: PublicationWriter,
    private readonly translations: TranslationWriter,
    private readonly extensions: RecordExtensions,
    private readonly costs: CostWriter,
  ) {}

  storeImages({ em, context }: WriteScope, input: UpdateEventDto): Promise<void> {
    return this.publication.storeImages(em, context, imageInputsOf(input));
  }

  /** The preferred slug of a new event: the one sent, or else one from the title. Empty if neither gives one. */
  preferredSlug({ slug, title }: { readonly slug?: string | null; readonly title: string }): string {
    return this.translations.preferredSlug(EVENT, slug, title);
  }

  /**
   * Writes schedule, event status, publication, fields, costs, parent, translation and password. Throws all errors together.
   * `claimedSlug` is the slug of a new event, if it is claimed already.
   */
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
    const { timezone: defaultZone } = this.publication;
    const startBefore: Date | undefined = event.startsAt;
    const before = knownZoneOf(event, event.timezone ?? defaultZone);
    const zones = { before, after: knownZoneOf(event, resolveTimezone(event, input, defaultZone)) };
    await collectErrors([
      () => applySchedule(event, input, defaultZone),
      () => applyEventStatus(event, input, startBefore, zones.after),
      () => this.publication.write(em, context, event, { ...input, zones }),
      () => this.applyFields(event, input),
      () => this.costs.write(event, input, context.language.requested),
      () => setEventParent(em, event, input.post_parent, findReadable),
      () => this.translations.write(em, EVENT_TRANSLATIONS, event, translation),
      () => setPasswordHash(em, event, input.passwordHash),
    ]);
  }

  /** Writes the fields of extensions. Call it last, because extensions can read the other fields and the links. */
  writeExtensionFields(scope: WriteScope, event: CalendarEvent, input: EventInput): Promise<void> {
    return this.extensions.writeExtensionFields(scope, EVENT, event, input);
  }

  async removeTranslation({ em, context }: WriteScope, event: CalendarEvent): Promise<void> {
    await this.translations.remove(em, EVENT_TRANSLATIONS, event, context.language);
    setPendingUnlessPublisher(context.principal, event);
  }

  private applyFields(event: CalendarEvent, input: EventInput): void {
    event.searchFields = fold(this.extensions.searchableTexts(EVENT, event.customFields ?? {}).join('\n'));
    if (input.website !== undefined) event.website = input.website;
    for (const [parameter, property, defaultValue] of FLAG_FIELDS) {
      const flag = input[parameter];
      if (flag !== undefined) event[property] = flag ?? defaultValue;
    }
  }
}

/** The zone for the dates of an event: its stored offset if the runtime does not know the zone. */
const knownZoneOf = ({ startLocal, startsAt }: Partial<CalendarEvent>, zone: string): string =>
  startLocal === undefined || !startsAt ? zone : zoneOrStoredOffset(zone, startLocal, startsAt.getTime() / 1000);
