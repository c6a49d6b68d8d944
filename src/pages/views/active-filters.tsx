import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { toBoolean } from '../../kernel/schema/parsers.js';
import type { PageContext } from '../page-context.js';

interface ActiveFiltersProps {
  readonly page: PageContext;
  /** Path of the view. */
  readonly path: string;
  readonly names: FilterNames;
}

/** Names of records by filter, id and slug: `venue/12`, `venue/town-hall`. */
export type FilterNames = ReadonlyMap<string, string>;

const GEOLOC_NAMES = ['geoloc_lat', 'geoloc_lng', 'geoloc_radius'];
const BOOLEAN_NAMES = new Set(['free', 'featured', 'ticketed', 'geoloc']);

/** The filters of the page as links that remove one each. */
export function ActiveFilters({ page, path, names }: ActiveFiltersProps): VNode | null {
  const { filters } = page.urls;
  if (filters.size === 0) return null;
  const without = (removed: readonly string[]) => {
    const rest = new URLSearchParams([...filters].filter(([name]) => !removed.includes(name)));
    return rest.size === 0 ? path : `${path}?${rest.toString()}`;
  };
  const present = [...new Set(filters.keys())].filter((name) => !GEOLOC_NAMES.slice(1).includes(name));
  return (
    <ul class="chips" aria-label={page.text('active_filters')}>
      {present.map((name) => (
        <li>
          <a class="chip" href={without(name === 'geoloc_lat' ? GEOLOC_NAMES : [name])}>
            <span class="visually-hidden">{page.text('remove_filter')} </span>
            {label(page, name, names)} <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      {present.length > 1 && (
        <li>
          <a href={path}>{page.text('clear_filters')}</a>
        </li>
      )}
    </ul>
  );
}

/** `Venue: Town Hall`. */
function label({ text, urls: { filters } }: PageContext, name: string, names: FilterNames): string {
  const values = filters.getAll(name).flatMap((each) => (name === 'search' ? [each] : each.split(',')));
  const value = values.map((each) => names.get(`${name}/${each.trim()}`) ?? each.trim()).join(', ');
  const key = toBoolean(value) === true && BOOLEAN_NAMES.has(name) ? `filter.${name}.yes` : `filter.${name}.value`;
  return text(key, { value });
}

/** The names of filtered records, as far as the events and categories of the page tell them. */
export function filterNames(events: readonly EventView[], categories: readonly CategoryView[]): FilterNames {
  const names = new Map<string, string>();
  const add = (filter: string, { id, slug }: { id: number; slug: string }, name: string) => {
    names.set(`${filter}/${id}`, name).set(`${filter}/${slug}`, name);
  };
  for (const category of categories) add('categories', category, category.name);
  for (const event of events) {
    add('post_parent', event, event.title);
    for (const venue of event.venue) add('venue', venue, venue.venue);
    for (const organizer of event.organizer) add('organizer', organizer, organizer.organizer);
    for (const tag of event.tags) add('tags', tag, tag.name);
  }
  return names;
}
