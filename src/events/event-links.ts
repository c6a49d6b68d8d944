import type { EntityManager } from '@mikro-orm/postgresql';
import { Category } from '../categories/category.entity.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { Venue } from '../venues/venue.entity.js';
import type { ReferenceTable } from '../common/auth/readable-ids.js';
import { isNameConflict } from '../common/terms/name-conflict.js';
import type { ReadableIds } from '../common/records/records.js';
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

/**
 * Links an event to what is sent, in that order; what is not sent stays, null unlinks all. Links that the requester does
 * not see, to a venue in the trash, say, are not his to take away: what a read serves, an update accepts unchanged.
 */
export async function linkEvent(
  em: EntityManager,
  event: CalendarEvent,
  linked: LinkedIds,
  readable: ReadableIds,
): Promise<void> {
  for (const [parameter, kind] of Object.entries(LINKS) as [keyof typeof LINKS, LinkKind][]) {
    const ids = linked[parameter];
    if (ids !== undefined) await replaceLinks(em, event, kind, [...new Set(ids ?? [])], readable);
  }
}

/** Whether a write failed because what it links was deleted, or named alike, by another at the same moment. */
export const lostRace = (error: unknown): boolean => isNameConflict(error) || isLinkToNothing(error);

/** foreign_key_violation (PostgreSQL manual, appendix A) */
function isLinkToNothing(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, table } = each as { code?: unknown; table?: unknown };
    if (code === '23503' && Object.values(LINKS).some((link) => `event_${link.table}` === table)) return true;
  }
  return false;
}

async function replaceLinks(
  em: EntityManager,
  event: CalendarEvent,
  kind: LinkKind,
  ids: readonly number[],
  readable: ReadableIds,
): Promise<void> {
  const links = await em.find(kind.link, { event: event.id });
  const known = new Map(links.map((link) => [targetOf(link, kind), link]));
  const seen = await readable(kind.table, [...known.keys()]);
  for (const [id, link] of known) if (seen.has(id) && !ids.includes(id)) em.remove(link);
  for (const [position, id] of ids.entries()) {
    const link = known.get(id);
    if (link) link.position = position;
    else em.persist(Object.assign(new kind.link(), { event, [kind.name]: em.getReference(kind.target, id), position }));
  }
}

function targetOf(link: Link, { name }: LinkKind): number {
  return (link as unknown as Record<string, { id: number }>)[name]?.id ?? 0;
}
