import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Category } from '../categories/category.entity.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import { CATEGORY, ORGANIZER, TAG, VENUE } from '../kinds/kinds.js';
import { inPlaces } from '../records/crud/write-links.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { Venue } from '../venues/venue.entity.js';
import { ApiError, parameterError, type ParameterProblems } from '../kernel/errors/api-error.js';
import { isNew } from '../persistence/transactions/is-new.js';
import type { ReadableIds } from '../records/crud/record-store.js';
import { isNameConflict } from '../kinds/name-conflict.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { CalendarEvent, EventCategory, EventOrganizer, EventTag, EventVenue } from './event.entity.js';

interface Link {
  position: number;
}

interface LinkKind {
  readonly link: new () => Link;
  readonly target: new () => { id: number };
  readonly of: RecordKind;
  /** Where an event has the ids too. */
  readonly set?: 'categorySet' | 'tagSet';
}

const LINKS = {
  venue: { link: EventVenue, target: Venue, of: VENUE },
  organizer: { link: EventOrganizer, target: Organizer, of: ORGANIZER },
  categories: { link: EventCategory, target: Category, of: CATEGORY, set: 'categorySet' },
  tags: { link: EventTag, target: Tag, of: TAG, set: 'tagSet' },
} as const satisfies Record<string, LinkKind>;

const PARAMETERS = Object.keys(LINKS) as (keyof typeof LINKS)[];

/** Links of one kind that are to be others than before. */
interface Change {
  readonly parameter: keyof typeof LINKS;
  /** What the event is to be linked to. */
  readonly ids: readonly number[];
  /** The links that it has, by what they link to, in their places; and of these, what the requester sees. */
  readonly known: ReadonlyMap<number, Link>;
  readonly seen: readonly number[];
}

/** Ids of what an event links to, by parameter. */
export type LinkedIds = { readonly [Parameter in keyof typeof LINKS]?: readonly number[] | null | undefined };

/** Ids of one kind that name nothing any more. */
interface Gone {
  readonly parameter: keyof typeof LINKS;
  readonly missing: readonly number[];
}

/** PostgreSQL manual, appendix A. */
const FOREIGN_KEY_VIOLATION = '23503';

/** What was found by its name was deleted by another at the same moment. */
class FoundAndGone extends ApiError {
  constructor() {
    super('conflict');
  }
}

/** Whether a write failed because what it names was deleted, or named alike, by another at the same moment. */
export const lostRace = (error: unknown): boolean => error instanceof FoundAndGone || isNameConflict(error);

/**
 * Links an event to what is sent, in that order; what is not sent stays, null unlinks all. Links that the requester does
 * not see, to a venue in the trash, say, are not his to take away, or to move: what a read serves, an update accepts
 * unchanged.
 * @param input where an id of `linked` was sent as such
 * @throws {ApiError} `invalid_parameter` for ids that were sent and are gone, `conflict` for others: see {@link lostRace}
 */
export async function linkEvent(
  em: EntityManager,
  event: CalendarEvent,
  input: UpdateEventDto,
  linked: LinkedIds,
  readable: ReadableIds,
): Promise<void> {
  const changes: Change[] = [];
  for (const parameter of PARAMETERS) {
    if (linked[parameter] === undefined) continue;
    const ids = [...new Set(linked[parameter])];
    const before = await linksOf(em, event, LINKS[parameter], readable);
    if (before.seen.join() !== ids.join()) changes.push({ parameter, ids, ...before });
  }
  const gone = isNew(em, event) ? [] : await goneOf(em, changes);
  if (gone.length > 0) throw whatIsGone(gone, input);
  for (const change of changes) replaceLinks(em, event, change);
}

/**
 * What to say of a new event that could not be stored: if a record that it links was deleted at the same moment, the
 * violated key tells which.
 */
export function orGone(error: unknown, input: UpdateEventDto): unknown {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, constraint, detail } = each as { code?: unknown; constraint?: unknown; detail?: unknown };
    if (code !== FOREIGN_KEY_VIOLATION) continue;
    const parameter = PARAMETERS.find(
      (name) => constraint === `event_${LINKS[name].of.plural}_${LINKS[name].of.column}_fkey`,
    );
    const [, id] = /=\((\d+)\)/.exec(String(detail)) ?? [];
    if (parameter && id) return whatIsGone([{ parameter, missing: [Number(id)] }], input);
  }
  return error;
}

/** The links of one kind that an event has, in their places, and the ids of those among them that the requester sees. */
async function linksOf(em: EntityManager, event: CalendarEvent, kind: LinkKind, readable: ReadableIds) {
  const links = isNew(em, event) ? [] : await em.find(kind.link, { event: event.id }, { orderBy: { position: 'asc' } });
  const known = new Map(links.map((link) => [targetOf(link, kind), link]));
  const seen = await readable(kind.of, [...known.keys()]);
  return { known, seen: [...known.keys()].filter((id) => seen.has(id)) };
}

function whatIsGone(gone: readonly Gone[], input: UpdateEventDto): ApiError {
  const problems = gone.flatMap(({ parameter, missing }) => {
    const ids = missing.filter((id) => input[parameter]?.some((each) => each === id));
    return ids.length > 0 ? [[parameter, { key: 'validation.unknown_id', args: { ids: ids.join(', ') } }]] : [];
  });
  return problems.length > 0 ? parameterError(Object.fromEntries(problems) as ParameterProblems) : new FoundAndGone();
}

function replaceLinks(em: EntityManager, event: CalendarEvent, { parameter, ids, known, seen }: Change): void {
  const kind: LinkKind = LINKS[parameter];
  const isOfNew = isNew(em, event);
  if (kind.set && isOfNew) event[kind.set] = ids.toSorted((one, other) => one - other);
  const told = isOfNew && !kind.set ? listingOf(event) : {};
  for (const id of seen) if (!ids.includes(id)) em.remove(known.get(id) as Link);
  for (const [position, id] of inPlaces([...known.keys()], new Set(seen), ids).entries()) {
    const link = known.get(id);
    if (link) link.position = position;
    else
      em.persist(
        Object.assign(new kind.link(), { event, [kind.of.name]: em.getReference(kind.target, id), position, ...told }),
      );
  }
}

/** Tells the links of a new event anew how it will stand in lists, as an extension may have changed it since. */
export function tellLinks(em: EntityManager, event: CalendarEvent): void {
  for (const entity of em.getUnitOfWork().getPersistStack()) {
    const isTold = entity instanceof EventVenue || entity instanceof EventOrganizer;
    if (isTold && (entity.event as object) === event) Object.assign(entity, listingOf(event));
  }
}

/** How an event that is about to be stored will stand in lists. */
function listingOf({ status, trashedAt, publishedAt, hideFromListings, passwordHash, endsAt }: CalendarEvent) {
  const isListed = !trashedAt && !hideFromListings;
  const isPublic = isListed && status === 'publish' && !passwordHash;
  return { listedUntil: isListed ? endsAt : null, publicFrom: isPublic ? publishedAt : null };
}

/**
 * Keeps records from being deleted until the end of the transaction: those of a kind in the order of their ids, one kind
 * after another.
 * @returns those that are deleted already
 */
async function goneOf(em: EntityManager, changes: readonly Change[]): Promise<Gone[]> {
  const wanted = changes.filter(({ ids }) => ids.length > 0);
  if (wanted.length === 0) return [];
  const nameOf = (parameter: string) => sql.ref(`kept_${parameter}`);
  const locked = wanted.map(
    ({ parameter, ids }) => sql`${nameOf(parameter)} as materialized (
      select id from ${sql.table(LINKS[parameter].of.table)} where id = any (${ids}::bigint[]) order by id for key share)`,
  );
  const found = wanted.map(
    ({ parameter }) => sql`select ${sql.lit(parameter)} as parameter, id from ${nameOf(parameter)}`,
  );
  const { rows } = await sql<{ parameter: string; id: number }>`
    with ${sql.join(locked)} ${sql.join(found, sql` union all `)}`.execute(em.getKysely());
  const kept = new Set(rows.map(({ parameter, id }) => `${parameter} ${id}`));
  const all = wanted.map(({ parameter, ids }) => ({
    parameter,
    missing: ids.filter((id) => !kept.has(`${parameter} ${id}`)),
  }));
  return all.filter(({ missing }) => missing.length > 0);
}

function targetOf(link: Link, { of: { name } }: LinkKind): number {
  return (link as unknown as Record<string, { id: number }>)[name]?.id ?? 0;
}
