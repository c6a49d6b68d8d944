import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CategoriesService } from '../categories/categories.service.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { ImageInput } from '../records/images/image.field.js';
import type { PublishingRow } from '../records/publishing/publishing.select.js';
import type { PublicationInput } from '../records/publishing/publication.js';
import type { ParsedDateTime } from '../kernel/time/parse-date-time.js';
import type { LinkInput } from '../kernel/schema/reference-fields.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { TagsService } from '../tags/tags.service.js';
import { VenuesService } from '../venues/venues.service.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import type { LinkedIds } from './event-links.js';
import type { CalendarEvent } from './event.entity.js';
import type { EventRow } from './event.select.js';

/** The records that an event is sent. */
export interface ResolvedLinks {
  readonly ids: LinkedIds;
  /** Ids of those that were created along with it. */
  readonly created: Readonly<Record<LinkedDraft['table'], ReadonlySet<number>>>;
}

/** Finds the records that an event links, and creates those that it brings along. */
@Injectable()
export class LinkedRecordResolver {
  constructor(
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
  ) {}

  /**
   * What is sent, of which `undefined` and `null` stay what they are. One kind after another, always in this order, in
   * which transactions that bring the same new names then wait for each other.
   */
  async findOrCreate(
    em: EntityManager,
    context: RequestContext,
    event: CalendarEvent,
    { venue, organizer, categories, tags }: UpdateEventDto,
  ): Promise<ResolvedLinks> {
    // New records are flushed on their own: the links of the event, which is not complete without them, come after.
    const fork = em.fork({ keepTransactionContext: true });
    const inherit = withInheritedPublication(event);
    const venues = await this.venues.findOrCreate(fork, context, venue?.map(inherit) ?? []);
    const organizers = await this.organizers.findOrCreate(fork, context, organizer?.map(inherit) ?? []);
    const ids: LinkedIds = {
      venue: venue && venues.ids,
      organizer: organizer && organizers.ids,
      categories: categories && (await this.categories.findOrCreate(fork, context, categories)),
      tags: tags && (await this.tags.findOrCreate(fork, context, tags)),
    };
    return { ids, created: { venues: venues.created, organizers: organizers.created } };
  }

  /**
   * Publishes the drafts of an event's own author that it is linked to, now that it is published itself, with its date. One that was
   * created along with it as a draft is to stay one.
   * @returns whether there was any
   */
  async publishDrafts(
    em: EntityManager,
    context: RequestContext,
    event: EventRow,
    created: ResolvedLinks['created'],
  ): Promise<boolean> {
    if (event.author_id === null || event.published_at === null) return false;
    const drafts = linkedDrafts(event).filter(({ table, id }) => !created[table].has(id));
    const publication = { status: 'publish', date_utc: parsedInstant(event.published_at) } as const;
    const fork = em.fork({ keepTransactionContext: true });
    const authorId = event.author_id;
    for (const { table, id } of drafts) await this[table].publishDraft(fork, context, { id, authorId }, publication);
    return drafts.length > 0;
  }
}

/** A record that an event brings along, or finds. */
interface LinkedDraft {
  readonly table: 'venues' | 'organizers';
  readonly id: number;
}

/** One kind after the other, by their ids, as they are locked. */
function linkedDrafts({ venue, organizer, author_id }: EventRow): LinkedDraft[] {
  const isDraft = (row: PublishingRow) => row.status === 'draft' && row.author_id === author_id;
  const draftsIn = (table: LinkedDraft['table'], rows: readonly PublishingRow[]) =>
    rows.filter(isDraft).map(({ id }) => ({ table, id }));
  const all = [...draftsIn('venues', venue), ...draftsIn('organizers', organizer)];
  return all.toSorted(
    (one, other) => Number(one.table < other.table) - Number(one.table > other.table) || one.id - other.id,
  );
}

/** The images that an event shows, and those of what it brings along. */
export function imageInputsOf({ image, venue, organizer }: UpdateEventDto): (ImageInput | null | undefined)[] {
  const linkInputs = [...(venue ?? []), ...(organizer ?? [])];
  return [image, ...linkInputs.map((link) => (typeof link === 'number' ? undefined : link.image))];
}

/**
 * A record that comes with a published event is published with it, else a draft, unless it says something else. An
 * event in the trash is not published.
 */
const withInheritedPublication =
  ({ status, publishedAt, trashedAt }: CalendarEvent) =>
  <Input extends PublicationInput>(input: LinkInput<Input>): LinkInput<Input> => {
    if (typeof input === 'number') return input;
    const date = status === 'publish' && !trashedAt ? publishedAt : undefined;
    const linkedStatus = input.status ?? (date ? 'publish' : 'draft');
    const needsDate = (linkedStatus === 'publish' || linkedStatus === 'future') && !hasPublicationDate(input);
    return {
      ...input,
      status: linkedStatus,
      ...(date && needsDate ? { date: parsedInstant(date.getTime() / 1000) } : {}),
    };
  };

const hasPublicationDate = ({ date, date_utc }: PublicationInput): boolean => Boolean(date || date_utc);

const parsedInstant = (epochSeconds: number): ParsedDateTime => ({ kind: 'instant', epochSeconds });
