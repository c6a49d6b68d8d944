import { Injectable } from '@nestjs/common';
import { CATEGORIES } from '../categories/category.resource.js';
import { collectErrors } from '../kernel/errors/collect-errors.js';
import { ApiError, parameterError } from '../kernel/errors/api-error.js';
import type { LinkInput } from '../kernel/schema/reference-fields.js';
import type { ParsedDateTime } from '../kernel/time/parse-date-time.js';
import { CATEGORY, TAG } from '../kinds/calendar-kinds.js';
import { findOrCreateTerms } from '../kinds/find-or-create-terms.js';
import { ORGANIZERS } from '../organizers/organizer.resource.js';
import type { WriteScope } from '../persistence/transactions/run-in-transaction.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import type { ImagesByParameter } from '../records/images/set-image.js';
import { isPublishedOrScheduled, type PublicationInput } from '../records/publishing/publication.js';
import type { PublishableRow } from '../records/publishing/publishing.select.js';
import { TAGS } from '../tags/tag.resource.js';
import { VENUES } from '../venues/venue.resource.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import type { LinkedIds } from './event-links.js';
import type { CalendarEvent } from './event.entity.js';
import type { EventRow } from './event.select.js';

export interface ResolvedLinks {
  readonly ids: LinkedIds;
  /** Ids of the records that were created with the event. */
  readonly created: Readonly<Record<'venue' | 'organizer', ReadonlySet<number>>>;
}

/** Finds the records that an event links, creates missing ones, and publishes drafts with their event. */
@Injectable()
export class LinkedRecordWriter {
  constructor(private readonly writer: RecordWriter) {}

  /**
   * Resolves links without an id: they are found by name, else created. `undefined` and `null` stay as they are.
   * The order of the kinds is fixed, so that transactions with the same new names wait for each other without a deadlock.
   */
  async findOrCreate(
    { em, context }: WriteScope,
    event: CalendarEvent,
    { venue, organizer, categories, tags }: UpdateEventDto,
  ): Promise<ResolvedLinks> {
    // New records are flushed separately, because the event is not complete yet.
    const scope = { em: em.fork({ keepTransactionContext: true }), context };
    const { writer } = this;
    const inherit = withInheritedPublication(event);
    const venues = await prefixErrors('venue', () =>
      writer.findOrCreate(VENUES, scope.em, context, venue?.map(inherit) ?? []),
    );
    const organizers = await prefixErrors('organizer', () =>
      writer.findOrCreate(ORGANIZERS, scope.em, context, organizer?.map(inherit) ?? []),
    );
    const createCategories = (inputs: readonly { name: string }[]) => writer.insert(CATEGORIES, scope, inputs);
    const createTags = (inputs: readonly { name: string }[]) => writer.insert(TAGS, scope, inputs);
    const forCategories = { kind: CATEGORY, create: createCategories };
    const forTags = { kind: TAG, create: createTags };
    const ids: LinkedIds = { venue: venue && venues.ids, organizer: organizer && organizers.ids };
    await collectErrors([
      async () => {
        ids.categories = categories && (await findOrCreateTerms(scope.em, context, forCategories, categories));
      },
      async () => {
        ids.tags = tags && (await findOrCreateTerms(scope.em, context, forTags, tags));
      },
    ]);
    return { ids, created: { venue: venues.created, organizer: organizers.created } };
  }

  /**
   * Publishes linked drafts of the event's author, with the date of the event, which was published just now.
   * Drafts that were created with the event stay drafts.
   * @returns whether there were any
   */
  async publishDrafts(
    { em, context }: WriteScope,
    event: EventRow,
    created: ResolvedLinks['created'],
  ): Promise<boolean> {
    const { author_id: authorId, published_at: publishedAt } = event;
    if (authorId === null || publishedAt === null) return false;
    const scope = { em: em.fork({ keepTransactionContext: true }), context };
    const publication = { status: 'publish', date_utc: instantFromEpoch(publishedAt) } as const;
    const venueIds = authorDraftIdsIn(event.venue, authorId, created.venue);
    const organizerIds = authorDraftIdsIn(event.organizer, authorId, created.organizer);
    for (const id of venueIds) await this.writer.publishDraft(VENUES, scope, { id, authorId }, publication);
    for (const id of organizerIds) await this.writer.publishDraft(ORGANIZERS, scope, { id, authorId }, publication);
    return venueIds.length + organizerIds.length > 0;
  }
}

/** Errors of a linked record name its members: `venue.date`. */
async function prefixErrors<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details.params) throw error;
    const errors = Object.entries(error.details.params);
    throw parameterError(Object.fromEntries(errors.map(([member, message]) => [`${name}.${member}`, message])));
  }
}

/** Ids of the author's drafts in ascending order, in which they are locked. */
function authorDraftIdsIn(rows: readonly PublishableRow[], authorId: number, created: ReadonlySet<number>): number[] {
  const drafts = rows.filter((row) => row.status === 'draft' && row.author_id === authorId && !created.has(row.id));
  return drafts.map(({ id }) => id).toSorted((one, other) => one - other);
}

export function imageInputsOf({ image, venue, organizer }: UpdateEventDto): ImagesByParameter {
  const imagesOf = (links: UpdateEventDto['venue' | 'organizer']) =>
    (links ?? []).map((link) => (typeof link === 'number' ? undefined : link.image));
  return { venue: imagesOf(venue), organizer: imagesOf(organizer), image: [image] };
}

/** Defaults of a record sent with an event: it has the status and the date of a published event; otherwise it is a draft. */
const withInheritedPublication =
  (event: CalendarEvent) =>
  <Input extends PublicationInput>(input: LinkInput<Input>): LinkInput<Input> => {
    if (typeof input === 'number') return input;
    const date = isPublishedOrScheduled(event) ? event.publishedAt : undefined;
    const status = input.status ?? (date ? 'publish' : 'draft');
    const needsDate = (status === 'publish' || status === 'future') && !input.date && !input.date_utc;
    return { ...input, status, ...(date && needsDate ? { date: instantFromEpoch(date.getTime() / 1000) } : {}) };
  };

const instantFromEpoch = (epochSeconds: number): ParsedDateTime => ({ kind: 'instant', epochSeconds });
