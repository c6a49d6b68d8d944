import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import { toBoolean } from '../../kernel/schema/parsers.js';
import { NO_FILTERS, type Props } from '../page-context.js';

type Errors = Readonly<Record<string, string>>;

type FilterFormProps = Props<{
  /** Address of the filtered view. Default: the page. */
  action?: string | undefined;
  /** Categories to choose from. Pages of errors read none from the database. */
  categories: readonly CategoryView[];
  errors?: Errors;
}>;

/** Filters with a visible field. Others are kept in hidden fields. */
const FIELDS = new Set(['search', 'categories', 'free']);

/** Form for search and filters. Embeds have none. */
export function FilterForm({ page, action, categories, errors = {} }: FilterFormProps): VNode | null {
  const { text, filters } = page;
  if (page.embedTheme) return null;
  const path = action ?? page.url(page.view, NO_FILTERS);
  return (
    <form class="filters" action={path} role="search">
      <OtherErrors errors={errors} />
      <div class="field is-search">
        <label for="search">{text('search')}</label>
        <input
          type="search"
          value={filters.get('search') ?? ''}
          placeholder={text('search_placeholder')}
          {...fieldAttributes('search', errors)}
        />
        <ErrorMessage name="search" errors={errors} />
      </div>
      <CategoryField page={page} categories={categories} errors={errors} />
      <FreeField page={page} errors={errors} />
      {[...filters].map(([name, value]) => !FIELDS.has(name) && <input type="hidden" name={name} value={value} />)}
      <button type="submit">{text('apply')}</button>
      {filters.size > 0 && (
        <a class="clear-filters" href={path}>
          {text('clear_filters')}
        </a>
      )}
    </form>
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

/** Connects a field with its label and its message. */
const fieldAttributes = (name: string, errors: Errors) => ({
  id: name,
  name,
  'aria-describedby': errors[name] === undefined ? undefined : `${name}-error`,
  'aria-invalid': errors[name] === undefined ? undefined : ('true' as const),
});

const ErrorMessage = ({ name, errors }: { name: string; errors: Errors }): VNode | null =>
  errors[name] === undefined ? null : (
    <p class="error" id={`${name}-error`}>
      {errors[name]}
    </p>
  );

/** Choice of a category. A filter that is not among the categories is an option, too. */
function CategoryField({ page: { text, filters }, categories, errors = {} }: FilterFormProps): VNode | null {
  const value = filters.getAll('categories').join(',');
  if (categories.length === 0 && value === '') return null;
  const selected = categories.find(({ id, slug }) => slug === value || String(id) === value)?.slug ?? value;
  const isListed = categories.some(({ slug }) => slug === selected);
  const unlisted = isListed || value === '' ? [] : [{ slug: value, name: value }];
  return (
    <div class="field is-categories">
      <label for="categories">{text('category')}</label>
      <select {...fieldAttributes('categories', errors)}>
        <option value="">{text('all_categories')}</option>
        {[...unlisted, ...categories].map(({ slug, name }) => (
          <option value={slug} selected={slug === selected}>
            {name}
          </option>
        ))}
      </select>
      <ErrorMessage name="categories" errors={errors} />
    </div>
  );
}

const FreeField = ({ page: { text, filters }, errors }: Props<{ errors: Errors }>): VNode => (
  <div class="field is-free">
    <label class="checkbox">
      <input
        type="checkbox"
        value="true"
        checked={toBoolean(filters.get('free')) === true}
        {...fieldAttributes('free', errors)}
      />{' '}
      {text('free')}
    </label>
    <ErrorMessage name="free" errors={errors} />
  </div>
);
