import type { EntityManager } from '@mikro-orm/postgresql';
import { Category } from '../categories/category.entity.js';
import { ApiError, parameterError } from '../kernel/errors/api-error.js';
import { CATEGORY, EVENT, ORGANIZER, TAG, VENUE } from '../kinds/calendar-kinds.js';
import { isNameConflict } from '../kinds/term-name-conflict.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { isNewEntity } from '../persistence/transactions/is-new-entity.js';
import type { ReadableIdsLookup } from '../records/crud/find-readable-ids.js';
import { writeLinks, type LinkTable } from '../records/crud/write-links.js';
import { Tag } from '../tags/tag.entity.js';
import { Venue } from '../venues/venue.entity.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { EventCategory, EventOrganizer, EventTag, EventVenue, type CalendarEvent } from './event.entity.js';

const EVENT_LINKS = {
  venue: { entity: EventVenue, from: EVENT, to: VENUE, target: Venue },
  organizer: { entity: EventOrganizer, from: EVENT, to: ORGANIZER, target: Organizer },
  categories: { entity: EventCategory, from: EVENT, to: CATEGORY, target: Category },
  tags: { entity: EventTag, from: EVENT, to: TAG, target: Tag },
} as const satisfies Record<string, LinkTable>;

type LinkParameter = keyof typeof EVENT_LINKS;

const LINK_PARAMETERS = Object.keys(EVENT_LINKS) as LinkParameter[];

/** Ids of the records to link, by parameter. `undefined` keeps the links, `null` removes them. */
export type LinkedIds = { [Parameter in LinkParameter]?: readonly number[] | null | undefined };

export interface ResolvedLinks {
  readonly ids: LinkedIds;
  /** Ids of the records that were created with the event. */
  readonly created: Readonly<Record<'venue' | 'organizer', ReadonlySet<number>>>;
}

/**
 * Links an event to records, in the order of the input. Links to records that the caller cannot read, such as a venue
 * in the trash, stay, so that an update accepts what a read served.
 */
export async function writeEventLinks(
  em: EntityManager,
  event: CalendarEvent,
  linkedIds: LinkedIds,
  findReadable: ReadableIdsLookup,
): Promise<void> {
  for (const parameter of LINK_PARAMETERS) {
    const ids = linkedIds[parameter];
    if (ids !== undefined) await writeLinks(em, EVENT_LINKS[parameter], event, { ids: ids ?? [], findReadable });
  }
  // With these ids, the trigger on the links does not update a new event.
  if (linkedIds.categories && isNewEntity(em, event))
    event.categoryIds = [...new Set(linkedIds.categories)].toSorted((one, other) => one - other);
}

/** SQLSTATE, see appendix A of the PostgreSQL manual. */
const FOREIGN_KEY_VIOLATION = '23503';

/** A record that was found by its name was deleted concurrently. */
class ConcurrentDeleteError extends ApiError {
  constructor() {
    super('conflict');
  }
}

/** Whether a write failed because a record that it names was deleted, or created, concurrently. A retry can succeed. */
export const isConcurrencyConflict = (error: unknown): boolean =>
  error instanceof ConcurrentDeleteError || isNameConflict(error);

/**
 * Maps the foreign key error that occurs if a linked record is deleted concurrently. The violated key names the record.
 * @returns `invalid_parameter` if the input has the id, a {@link ConcurrentDeleteError} if the record was found by its name, and any other
 *   error unchanged
 */
export function mapForeignKeyError(error: unknown, input: UpdateEventDto): unknown {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint, detail } = current as { code?: unknown; constraint?: unknown; detail?: unknown };
    if (code !== FOREIGN_KEY_VIOLATION) continue;
    const parameter = LINK_PARAMETERS.find((name) => constraint === foreignKeyConstraintName(EVENT_LINKS[name]));
    const [, id] = /=\((\d+)\)/.exec(String(detail)) ?? [];
    if (!parameter || !id) continue;
    const links: readonly unknown[] = input[parameter] ?? [];
    const elements = [...links.keys()].filter((position) => links[position] === Number(id));
    return elements.length > 0
      ? parameterError({ [parameter]: { key: 'validation.unknown_id', args: { ids: id }, elements } })
      : new ConcurrentDeleteError();
  }
  return error;
}

const foreignKeyConstraintName = ({ to }: LinkTable): string => `event_${to.plural}_${to.foreignKey}_fkey`;
