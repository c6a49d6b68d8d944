import { recordPagePath } from '../kernel/context/namespace.js';
import type { Language } from '../kernel/language/languages.js';
import { FILTER_NAMES } from './page.query.js';

/** Kinds of records that have a page, as in its path. */
export type RecordPage = 'event' | 'venue' | 'organizer' | 'category' | 'tag';
export type PeriodView = 'month' | 'week' | 'day';

type ParameterChanges = Readonly<Record<string, string | undefined>>;

/** URLs of pages in one language. All are absolute paths. */
export class PageUrls {
  /**
   * @param root path from the origin to the service, without trailing slash: empty unless `PUBLIC_URL` has a path
   * @param pagesRoot `PAGES_ROOT`
   * @param filters filters of the current page, which links to other views keep
   */
  constructor(
    private readonly root: string,
    private readonly pagesRoot: string,
    readonly language: Language,
    readonly filters: URLSearchParams,
  ) {}

  /** The list of events. */
  list(filters = this.filters): string {
    return this.path('', filters);
  }

  /**
   * A calendar view.
   * @param period such as `2027-03`, `2027-W10`, `2027-03-08`. Not given: the current one
   * @param changes parameters to set
   */
  period(view: PeriodView, period?: string, changes: ParameterChanges = {}): string {
    return this.path(period === undefined ? `/${view}` : `/${view}/${period}`, this.changed(changes));
  }

  map(): string {
    return this.path('/map', this.filters);
  }

  record(kind: RecordPage, slug: string, language: Language = this.language): string {
    return this.root + recordPagePath(this.pagesRoot, language, kind, slug);
  }

  /** The list with other filters: those of the page with some replaced. `undefined` removes a filter. */
  listWith(changes: ParameterChanges): string {
    return this.list(this.changed(changes));
  }

  /** The URLs of a page without filters. */
  withoutFilters(): PageUrls {
    return new PageUrls(this.root, this.pagesRoot, this.language, new URLSearchParams());
  }

  /** A file of the pages by its name with digest. */
  file(name: string): string {
    return `${this.root}${this.pagesRoot}/files/${name}`;
  }

  private changed(changes: ParameterChanges): URLSearchParams {
    const filters = new URLSearchParams(this.filters);
    for (const [name, value] of Object.entries(changes)) {
      filters.delete(name);
      if (value !== undefined) filters.set(name, value);
    }
    return filters;
  }

  private path(path: string, filters: URLSearchParams): string {
    const query = filters.toString();
    return `${this.root}/${this.language}${this.pagesRoot}${path}${query && `?${query}`}`;
  }
}

/** The filters in the query of a page. */
export function filtersOf(values: ReadonlyMap<string, readonly string[]>): URLSearchParams {
  const filters = new URLSearchParams();
  for (const name of FILTER_NAMES)
    for (const value of [...(values.get(name) ?? []), ...(values.get(`${name}[]`) ?? [])])
      if (value.trim() !== '') filters.append(name, value);
  return filters;
}
