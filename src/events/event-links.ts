import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Category } from '../categories/category.entity.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import { CATEGORY, ORGANIZER, TAG, VENUE } from '../kinds/calendar-kinds.js';
import { mergeLinkedIds } from '../records/crud/write-links.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { Venue } from '../venues/venue.entity.js';
import { ApiError, parameterError, type FieldErrors } from '../kernel/errors/api-error.js';
import { isNewEntity } from '../persistence/transactions/is-new-entity.js';
import type { ReadableIdsLookup } from '../records/crud/find-readable-ids.js';
import { isNameConflict } from '../kinds/term-name-conflict.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { CalendarEvent, EventCategory, EventOrganizer, EventTag, EventVenue } from './event.entity.js';

interface EventLink {
  position: number;
}

interface EventLinkType {
  readonly link: new () => EventLink;
  readonly target: new () => { id: number };
  readonly kind: RecordKind;
  /** Column of events that contains the ids too. */
  readonly idsColumn?: 'categoryIds';
}

const EVENT_LINK_TYPES = {
  venue: { link: EventVenue, target: Venue, kind: VENUE },
  organizer: { link: EventOrganizer, target: Organizer, kind: ORGANIZER },
  categories: { link: EventCategory, target: Category, kind: CATEGORY, idsColumn: 'categoryIds' },
  tags: { link: EventTag, target: Tag, kind: TAG },
} as const satisfies Record<string, EventLinkType>;

const LINK_PARAMETERS = Object.keys(EVENT_LINK_TYPES) as (keyof typeof EVENT_LINK_TYPES)[];

/** Links of one kind that are to be others than before. */
interface LinkChange {
  readonly parameter: keyof typeof EVENT_LINK_TYPES;
  /** What the event is to be linked to. */
  readonly ids: readonly number[];
  /** The links that it has, by what they link to, in their places; and of these, what the requester sees. */
  readonly currentLinks: ReadonlyMap<number, EventLink>;
  readonly visibleIds: readonly number[];
}

/** Ids of what an event links to, by parameter. */
export type LinkedIds = {
  readonly [Parameter in keyof typeof EVENT_LINK_TYPES]?: readonly number[] | null | undefined;
};

/** Ids of one kind that name nothing any more. */
interface MissingLinkedIds {
  readonly parameter: keyof typeof EVENT_LINK_TYPES;
  readonly missing: readonly number[];
}

/** PostgreSQL manual, appendix A. */
const FOREIGN_KEY_VIOLATION = '23503';

/** What was found by its name was deleted by another at the same moment. */
class ConcurrentDeleteError extends ApiError {
  constructor() {
    super('conflict');
  }
}

/** Whether a write failed because what it names was deleted, or named alike, by another at the same moment. */
export const isConcurrencyConflict = (error: unknown): boolean =>
  error instanceof ConcurrentDeleteError || isNameConflict(error);

/**
 * Links an event to what is sent, in that order; what is not sent stays, null unlinks all. Links that the requester does
 * not see, to a venue in the trash, say, are not his to take away, or to move: what a read serves, an update accepts
 * unchanged.
 * @param input where an id of `linked` was sent as such
 * @throws {ApiError} `invalid_parameter` for ids that were sent and are gone, `conflict` for others: see {@link isConcurrencyConflict}
 */
export async function writeEventLinks(
  em: EntityManager,
  event: CalendarEvent,
  input: UpdateEventDto,
  { linked, findReadable }: { readonly linked: LinkedIds; readonly findReadable: ReadableIdsLookup },
): Promise<void> {
  const changes: LinkChange[] = [];
  for (const parameter of LINK_PARAMETERS) {
    if (linked[parameter] === undefined) continue;
    const ids = [...new Set(linked[parameter])];
    const current = await loadLinks(em, event, EVENT_LINK_TYPES[parameter], findReadable);
    if (current.visibleIds.join() !== ids.join()) changes.push({ parameter, ids, ...current });
  }
  const missingRecords = isNewEntity(em, event) ? [] : await lockLinkedRecords(em, changes);
  if (missingRecords.length > 0) throw missingRecordsError(missingRecords, input);
  for (const change of changes) replaceLinks(em, event, change);
}

/**
 * What to say of a new event that could not be stored: if a record that it links was deleted at the same moment, the
 * violated key tells which.
 */
export function mapForeignKeyError(error: unknown, input: UpdateEventDto): unknown {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint, detail } = current as { code?: unknown; constraint?: unknown; detail?: unknown };
    if (code !== FOREIGN_KEY_VIOLATION) continue;
    const parameter = LINK_PARAMETERS.find(
      (name) =>
        constraint === `event_${EVENT_LINK_TYPES[name].kind.plural}_${EVENT_LINK_TYPES[name].kind.foreignKey}_fkey`,
    );
    const [, id] = /=\((\d+)\)/.exec(String(detail)) ?? [];
    if (parameter && id) return missingRecordsError([{ parameter, missing: [Number(id)] }], input);
  }
  return error;
}

/** The links of one kind that an event has, in their places, and the ids of those among them that the requester sees. */
async function loadLinks(em: EntityManager, event: CalendarEvent, kind: EventLinkType, readable: ReadableIdsLookup) {
  const links = isNewEntity(em, event)
    ? []
    : await em.find(kind.link, { event: event.id }, { orderBy: { position: 'asc' } });
  const currentLinks = new Map(links.map((link) => [linkedIdOf(link, kind), link]));
  const readableIds = await readable(kind.kind, [...currentLinks.keys()]);
  return { currentLinks, visibleIds: [...currentLinks.keys()].filter((id) => readableIds.has(id)) };
}

function missingRecordsError(missingRecords: readonly MissingLinkedIds[], input: UpdateEventDto): ApiError {
  const errors = missingRecords.flatMap(({ parameter, missing }) => {
    const ids = missing.filter((id) => input[parameter]?.some((each) => each === id));
    return ids.length > 0 ? [[parameter, { key: 'validation.unknown_id', args: { ids: ids.join(', ') } }]] : [];
  });
  return errors.length > 0 ? parameterError(Object.fromEntries(errors) as FieldErrors) : new ConcurrentDeleteError();
}

function replaceLinks(
  em: EntityManager,
  event: CalendarEvent,
  { parameter, ids, currentLinks, visibleIds }: LinkChange,
): void {
  const kind: EventLinkType = EVENT_LINK_TYPES[parameter];
  if (kind.idsColumn && isNewEntity(em, event)) event[kind.idsColumn] = ids.toSorted((one, other) => one - other);
  for (const id of visibleIds) if (!ids.includes(id)) em.remove(currentLinks.get(id) as EventLink);
  for (const [position, id] of mergeLinkedIds([...currentLinks.keys()], new Set(visibleIds), ids).entries()) {
    const link = currentLinks.get(id);
    if (link) link.position = position;
    else
      em.persist(
        Object.assign(new kind.link(), {
          event,
          [kind.kind.name]: em.getReference(kind.target, id),
          position,
        }),
      );
  }
}

/**
 * Keeps records from being deleted until the end of the transaction: those of a kind in the order of their ids, one kind
 * after another.
 * @returns those that are deleted already
 */
async function lockLinkedRecords(em: EntityManager, changes: readonly LinkChange[]): Promise<MissingLinkedIds[]> {
  const nonEmptyChanges = changes.filter(({ ids }) => ids.length > 0);
  if (nonEmptyChanges.length === 0) return [];
  const cteName = (parameter: string) => sql.ref(`locked_${parameter}`);
  const locked = nonEmptyChanges.map(
    ({ parameter, ids }) => sql`${cteName(parameter)} as materialized (
      select id from ${sql.table(EVENT_LINK_TYPES[parameter].kind.table)} where id = any (${ids}::bigint[]) order by id for key share)`,
  );
  const selects = nonEmptyChanges.map(
    ({ parameter }) => sql`select ${sql.lit(parameter)} as parameter, id from ${cteName(parameter)}`,
  );
  const { rows } = await sql<{ parameter: string; id: number }>`
    with ${sql.join(locked)} ${sql.join(selects, sql` union all `)}`.execute(em.getKysely());
  const lockedKeys = new Set(rows.map(({ parameter, id }) => `${parameter} ${id}`));
  const all = nonEmptyChanges.map(({ parameter, ids }) => ({
    parameter,
    missing: ids.filter((id) => !lockedKeys.has(`${parameter} ${id}`)),
  }));
  return all.filter(({ missing }) => missing.length > 0);
}

function linkedIdOf(link: EventLink, { kind: { name } }: EventLinkType): number {
  return (link as unknown as Record<string, { id: number }>)[name]?.id ?? 0;
}
