import type { ComponentChildren, VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { toBoolean } from '../../kernel/schema/parsers.js';
import type { PageContext, Props } from '../page-context.js';

/** Names of records by filter, id and slug: `venue/12`, `venue/town-hall`. */
type FilterNames = ReadonlyMap<string, string>;

/** Messages by parameter. */
type Errors = Readonly<Record<string, string>>;

type FilterFormProps = Props<{
  /** Address of the view that the form filters. */
  action: string;
  /** Categories to choose from. Without any, a category that is already a filter becomes a text field. */
  categories: readonly CategoryView[];
  errors?: Errors;
  /** Names of the records that are filters. */
  names?: FilterNames;
}>;

/** Filters with a field of their own. Others are kept in hidden fields. */
const FIELDS = new Set(['search', 'categories', 'free']);

/** Search and filters, as a form with the parameter names of the list of events. Embeds have none. */
export const FilterForm = (props: FilterFormProps): VNode | null => (props.page.embed ? null : <Form {...props} />);

function Form({ page, action, categories, errors = {}, names = new Map() }: FilterFormProps): VNode {
  const { text, urls } = page;
  const [path = ''] = action.split('?', 1);
  return (
    <form class="filters" action={path} role="search">
      <OtherErrors errors={errors} />
      <Field name="search" errors={errors}>
        <label for="search">{text('search')}</label>
        <input
          type="search"
          value={urls.filters.get('search') ?? ''}
          placeholder={text('search_placeholder')}
          {...fieldAttributes('search', errors)}
        />
      </Field>
      <CategoryField {...{ page, action, categories, errors, names }} />
      <Field name="free" errors={errors}>
        <label class="checkbox">
          <input type="checkbox" value="true" checked={isFree(page)} {...fieldAttributes('free', errors)} />{' '}
          {text('free')}
        </label>
      </Field>
      {[...urls.filters].map(([name, value]) => !FIELDS.has(name) && <input type="hidden" name={name} value={value} />)}
      <button type="submit">{text('apply')}</button>
      <ActiveFilters page={page} path={path} names={names} />
    </form>
  );
}

const isFree = ({ urls }: PageContext): boolean => toBoolean(urls.filters.get('free')) === true;

/** Connects a field with its label and its message. */
const fieldAttributes = (name: string, errors: Errors) => ({
  id: name,
  name,
  'aria-describedby': errors[name] === undefined ? undefined : `${name}-error`,
  'aria-invalid': errors[name] === undefined ? undefined : ('true' as const),
});

/** A field with its message. */
const Field = ({ name, errors, children }: { name: string; errors: Errors; children: ComponentChildren }): VNode => (
  <div class={`field is-${name}`}>
    {children}
    {errors[name] !== undefined && (
      <p class="error" id={`${name}-error`}>
        {errors[name]}
      </p>
    )}
  </div>
);

/** A choice of categories. Pages of errors read none from the database: there, the current value becomes a text. */
function CategoryField({ page, categories, errors = {}, names }: FilterFormProps): VNode | null {
  const { text, urls } = page;
  const selected = urls.filters.getAll('categories').join(',');
  const attributes = fieldAttributes('categories', errors);
  if (categories.length === 0 && selected === '') return null;
  return (
    <Field name="categories" errors={errors}>
      <label for="categories">{text('category')}</label>
      {categories.length === 0 ? (
        <input type="text" value={selected} {...attributes} />
      ) : (
        <select {...attributes}>
          <option value="">{text('all_categories')}</option>
          <CategoryOptions {...{ selected, categories, names }} />
        </select>
      )}
    </Field>
  );
}

function CategoryOptions({
  selected,
  categories,
  names,
}: Pick<FilterFormProps, 'categories' | 'names'> & { selected: string }): VNode {
  const isSelected = ({ id, slug }: CategoryView) => selected === slug || selected === String(id);
  const isListed = selected === '' || categories.some(isSelected);
  const label = selected.split(',').map((each) => names?.get(`categories/${each}`) ?? each);
  return (
    <>
      {!isListed && (
        <option value={selected} selected>
          {label.join(', ')}
        </option>
      )}
      {categories.map((category) => (
        <option value={category.slug} selected={isSelected(category)}>
          {category.name}
        </option>
      ))}
    </>
  );
}

/** Errors of parameters without a field in the form. */
function OtherErrors({ errors }: { errors: Errors }): VNode | null {
  const others = Object.entries(errors).filter(([name]) => !FIELDS.has(name));
  if (others.length === 0) return null;
  return (
    <ul class="error">
      {others.map(([name, message]) => (
        <li>
          <code>{name}</code>: {message}
        </li>
      ))}
    </ul>
  );
}

const GEOLOC_NAMES = ['geoloc_lat', 'geoloc_lng', 'geoloc_radius'];
const BOOLEAN_NAMES = new Set(['free', 'featured', 'ticketed', 'geoloc']);

/** The filters of the page as links that remove one each. */
function ActiveFilters({ page, path, names }: Props<{ path: string; names: FilterNames }>): VNode | null {
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
