import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { PageContext } from '../page-context.js';

interface FilterFormProps {
  readonly page: PageContext;
  /** Address of the view that the form filters. */
  readonly action: string;
  /** Categories to choose from. */
  readonly categories: readonly CategoryView[];
  /** Messages by parameter. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** Filters with a field of their own. Others are kept in hidden fields. */
const FIELDS = new Set(['search', 'categories', 'free']);

/** Search and filters, as a form with the parameter names of the list of events. */
export function FilterForm({ page, action, categories, errors = {} }: FilterFormProps): VNode {
  const { text, urls } = page;
  const hidden = [...urls.filters].filter(([name]) => !FIELDS.has(name));
  return (
    <form class="filters" action={action} role="search">
      <Field name="search" label={text('search')} error={errors['search']}>
        <input
          type="search"
          id="search"
          name="search"
          value={urls.filters.get('search') ?? ''}
          placeholder={text('search_placeholder')}
          aria-describedby={errors['search'] && 'search-error'}
          aria-invalid={errors['search'] ? 'true' : undefined}
        />
      </Field>
      <Field name="categories" label={text('category')} error={errors['categories']}>
        <CategorySelect page={page} categories={categories} />
      </Field>
      <FreeCheckbox page={page} />
      {hidden.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit">{text('apply')}</button>
      {urls.filters.size > 0 && <a href={action.split('?', 1)[0]}>{text('clear_filters')}</a>}
      <OtherErrors errors={errors} />
    </form>
  );
}

const FreeCheckbox = ({ page }: Pick<FilterFormProps, 'page'>): VNode => (
  <label class="checkbox">
    <input type="checkbox" name="free" value="true" checked={page.urls.filters.get('free') === 'true'} />{' '}
    {page.text('free')}
  </label>
);

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly children: VNode;
}

const Field = ({ name, label, error, children }: FieldProps): VNode => (
  <p class="field">
    <label for={name}>{label}</label>
    {children}
    {error && (
      <span class="error" id={`${name}-error`}>
        {error}
      </span>
    )}
  </p>
);

function CategorySelect({ page, categories }: Pick<FilterFormProps, 'page' | 'categories'>): VNode {
  const selected = page.urls.filters.get('categories') ?? '';
  const isListed = categories.some(({ slug, id }) => selected === slug || selected === String(id));
  return (
    <select id="categories" name="categories">
      <option value="">{page.text('all_categories')}</option>
      {selected !== '' && !isListed && (
        <option value={selected} selected>
          {selected}
        </option>
      )}
      {categories.map(({ id, slug, name }) => (
        <option value={slug} selected={selected === slug || selected === String(id)}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Errors of parameters without a field in the form. */
function OtherErrors({ errors }: { readonly errors: Readonly<Record<string, string>> }): VNode | null {
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
