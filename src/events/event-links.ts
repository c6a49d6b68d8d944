import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { Category } from '../categories/category.entity.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { Venue } from '../venues/venue.entity.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { CalendarEvent, EventCategory, EventOrganizer, EventTag, EventVenue } from './event.entity.js';

interface Link {
  position: number;
}

interface LinkKind {
  readonly link: new () => Link;
  readonly target: new () => { id: number };
  readonly name: 'venue' | 'organizer' | 'category' | 'tag';
}

const LINKS = {
  venue: { link: EventVenue, target: Venue, name: 'venue' },
  organizer: { link: EventOrganizer, target: Organizer, name: 'organizer' },
  categories: { link: EventCategory, target: Category, name: 'category' },
  tags: { link: EventTag, target: Tag, name: 'tag' },
} as const satisfies Record<string, LinkKind>;

/** Links an event to what is sent, in that order; what is not sent stays, null unlinks all. */
export async function linkEvent(em: EntityManager, event: CalendarEvent, input: UpdateEventDto): Promise<void> {
  for (const [parameter, kind] of Object.entries(LINKS) as [keyof typeof LINKS, LinkKind][]) {
    const ids = input[parameter];
    if (ids !== undefined) await replaceLinks(em, event, kind, [...new Set(ids ?? [])]);
  }
}

async function replaceLinks(
  em: EntityManager,
  event: CalendarEvent,
  kind: LinkKind,
  ids: readonly number[],
): Promise<void> {
  const links = await em.find(kind.link, { event: event.id } as FilterQuery<Link>);
  const known = new Map(links.map((link) => [targetOf(link, kind), link]));
  for (const [id, link] of known) if (!ids.includes(id)) em.remove(link);
  for (const [position, id] of ids.entries()) {
    const link = known.get(id);
    if (link) link.position = position;
    else em.persist(Object.assign(new kind.link(), { event, [kind.name]: em.getReference(kind.target, id), position }));
  }
}

function targetOf(link: Link, { name }: LinkKind): number {
  return (link as unknown as Record<string, { id: number }>)[name]?.id ?? 0;
}
