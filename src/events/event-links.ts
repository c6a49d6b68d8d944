import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Category } from '../categories/category.entity.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { Venue } from '../venues/venue.entity.js';
import type { ReferenceTable } from '../common/auth/readable-ids.js';
import { ApiError, parameterError } from '../common/errors/api-error.js';
import { isNew } from '../common/records/is-new.js';
import type { ReadableIds } from '../common/records/records.js';
import { isNameConflict } from '../common/terms/name-conflict.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { CalendarEvent, EventCategory, EventOrganizer, EventTag, EventVenue } from './event.entity.js';

interface Link {
  position: number;
}

interface LinkKind {
  readonly link: new () => Link;
  readonly target: new () => { id: number };
  readonly name: 'venue' | 'organizer' | 'category' | 'tag';
  readonly table: ReferenceTable;
}

const LINKS = {
  venue: { link: EventVenue, target: Venue, name: 'venue', table: 'venues' },
  organizer: { link: EventOrganizer, target: Organizer, name: 'organizer', table: 'organizers' },
  categories: { link: EventCategory, target: Category, name: 'category', table: 'categories' },
  tags: { link: EventTag, target: Tag, name: 'tag', table: 'tags' },
} as const satisfies Record<string, LinkKind>;

/** Ids of what an event links to, by parameter. */
export type LinkedIds = { readonly [Parameter in keyof typeof LINKS]?: readonly number[] | null | undefined };

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
  for (const [parameter, kind] of Object.entries(LINKS) as [keyof typeof LINKS, LinkKind][]) {
    if (linked[parameter] === undefined) continue;
    const gone = await replaceLinks(em, event, kind, [...new Set(linked[parameter])], readable);
    if (gone.length === 0) continue;
    const sent = gone.filter((id) => input[parameter]?.some((each) => each === id));
    if (sent.length === 0) throw new FoundAndGone();
    throw parameterError({ [parameter]: { key: 'validation.unknown_id', args: { ids: sent.join(', ') } } });
  }
}

/** @returns those of the ids that name nothing any more: nothing is linked then */
async function replaceLinks(
  em: EntityManager,
  event: CalendarEvent,
  kind: LinkKind,
  ids: readonly number[],
  readable: ReadableIds,
): Promise<number[]> {
  const links = isNew(em, event) ? [] : await em.find(kind.link, { event: event.id }, { orderBy: { position: 'asc' } });
  const known = new Map(links.map((link) => [targetOf(link, kind), link]));
  const seen = await readable(kind.table, [...known.keys()]);
  const before = [...known.keys()];
  if (before.filter((id) => seen.has(id)).join() === ids.join()) return [];
  const gone = await keep(em, kind.table, ids);
  if (gone.length > 0) return gone;
  for (const [id, link] of known) if (seen.has(id) && !ids.includes(id)) em.remove(link);
  for (const [position, id] of inPlaces(before, seen, ids).entries()) {
    const link = known.get(id);
    if (link) link.position = position;
    else em.persist(Object.assign(new kind.link(), { event, [kind.name]: em.getReference(kind.target, id), position }));
  }
  return [];
}

/** Puts ids into the places of those that the requester saw before, and behind all; the others stay where they are. */
function inPlaces(before: readonly number[], seen: ReadonlySet<number>, ids: readonly number[]): number[] {
  const rest = [...ids];
  return [...before.flatMap((id) => (seen.has(id) ? rest.splice(0, 1) : [id])), ...rest];
}

/**
 * Keeps records from being deleted until the end of the transaction.
 * @returns the ids of those that are deleted already
 */
async function keep(em: EntityManager, table: ReferenceTable, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any (${ids}::bigint[]) order by id for key share`.execute(
    em.getKysely(),
  );
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !kept.has(id));
}

function targetOf(link: Link, { name }: LinkKind): number {
  return (link as unknown as Record<string, { id: number }>)[name]?.id ?? 0;
}
