import type { ComponentChildren, VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import { toBoolean } from '../../kernel/schema/parsers.js';
import type { PageContext } from '../page-context.js';
import { ActiveFilters, type FilterNames } from './active-filters.js';

interface FilterFormProps {
  readonly page: PageContext;
  /** Address of the view that the form filters. */
  readonly action: string;
  /** Categories to choose from. Without any, a category that is already a filter becomes a text field. */
  readonly categories: readonly CategoryView[];
  /** Messages by parameter. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Names of the records that are filters. */
  readonly names?: FilterNames;
}

/** Filters with a field of their own. Others are kept in hidden fields. */
const FIELDS = new Set(['search', 'categories', 'free']);

/** Search and filters, as a form with the parameter names of the list of events. Embeds have none. */
export const FilterForm = (props: FilterFormProps): VNode | null => (props.page.embed ? null : <Form {...props} />);

function Form({ page, action, categories, errors = {}, names = new Map() }: FilterFormProps): VNode {
  const { text, urls } = page;
  const [path = ''] = action.split('?', 1);
  const hidden = [...urls.filters].filter(([name]) => !FIELDS.has(name));
  return (
    <form class="filters" action={path} role="search">
      <OtherErrors errors={errors} />
      <Field name="search" label={text('search')} error={errors['search']}>
        <input
          type="search"
          value={urls.filters.get('search') ?? ''}
          placeholder={text('search_placeholder')}
          {...fieldAttributes('search', errors)}
        />
      </Field>
      <CategoryField {...{ page, action, categories, errors, names }} />
      <FreeField page={page} errors={errors} />
      {hidden.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit">{text('apply')}</button>
      <ActiveFilters page={page} path={path} names={names} />
    </form>
  );
}

/** Connects a field with its label and its message. */
const fieldAttributes = (name: string, errors: Readonly<Record<string, string>>) => ({
  id: name,
  name,
  'aria-describedby': errors[name] === undefined ? undefined : `${name}-error`,
  'aria-invalid': errors[name] === undefined ? undefined : ('true' as const),
});

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly children: ComponentChildren;
}

const Field = ({ name, label, error, children }: FieldProps): VNode => (
  <div class={`field is-${name}`}>
    <label for={name}>{label}</label>
    {children}
    <FieldError name={name} error={error} />
  </div>
);

const FieldError = ({ name, error }: Pick<FieldProps, 'name' | 'error'>): VNode | null =>
  error === undefined ? null : (
    <p class="error" id={`${name}-error`}>
      {error}
    </p>
  );

function FreeField({ page, errors }: { readonly page: PageContext; readonly errors: Record<string, string> }): VNode {
  const isChecked = toBoolean(page.urls.filters.get('free')) === true;
  return (
    <div class="field is-free">
      <label class="checkbox">
        <input type="checkbox" value="true" checked={isChecked} {...fieldAttributes('free', errors)} />{' '}
        {page.text('free')}
      </label>
      <FieldError name="free" error={errors['free']} />
    </div>
  );
}

/** A choice of categories. Pages of errors read none from the database: there, the current value becomes a text. */
function CategoryField({ page, categories, errors = {}, names }: FilterFormProps): VNode | null {
  const { text, urls } = page;
  const selected = urls.filters.getAll('categories').join(',');
  const attributes = fieldAttributes('categories', errors);
  if (categories.length === 0 && selected === '') return null;
  return (
    <Field name="categories" label={text('category')} error={errors['categories']}>
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

interface CategoryOptionsProps extends Pick<FilterFormProps, 'categories' | 'names'> {
  readonly selected: string;
}

function CategoryOptions({ selected, categories, names }: CategoryOptionsProps): VNode {
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
