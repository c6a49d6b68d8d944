import type { CalendarClient, RequestOf } from './calendar-client.js';
import type { Fields, SelectedDataOf } from './fields.js';
import type { DataOf, Page, PathOf } from './operations.js';
import { orThrow } from './problem.js';
import type { paths } from './schema.js';

/** The result of a request for any list. */
interface ListResult {
  readonly data?: Page & Record<string, unknown>;
  readonly error?: unknown;
  readonly response: Response;
}

/** The paths of lists. */
export type ListPath = {
  [Path in PathOf<'get'>]: DataOf<paths[Path]['get']> extends Page ? Path : never;
}[PathOf<'get'>];

/** The name of the records of a list, which is the last part of its path. */
type NameOf<Path extends ListPath> = Path extends `/calendar/${string}/v1/${infer Name}` ? Name : never;

/** A record of a list, with the members that `fields` selects. */
export type RecordOf<Path extends ListPath, Selected extends Fields = []> =
  SelectedDataOf<paths[Path]['get'], Selected> extends { [name in NameOf<Path>]: (infer Item)[] } ? Item : never;

/**
 * Every record of a list, page after page, in the order of the list. It follows `next_rest_url`: a record that does not
 * change occurs once, even if other records are written meanwhile. A page is requested when its first record is needed.
 *
 * @throws CalendarProblem as `orThrow` does
 *
 * @example
 * for await (const event of walk(calendar, '/calendar/events/v1/events', { params: { query: { search: 'jazz' } } })) {
 *   console.log(event.title);
 * }
 */
export async function* walk<Path extends ListPath, const Selected extends Fields = []>(
  calendar: CalendarClient,
  path: Path,
  request?: RequestOf<paths[Path]['get'], Selected>,
): AsyncGenerator<RecordOf<Path, Selected>, void, undefined> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // The URLs of the next pages are known at run time only, so they have no types.
  const get = calendar.GET as unknown as (path: string, request?: object) => Promise<ListResult>;
  let page = await orThrow(get(path, request));
  for (;;) {
    yield* page[name] as RecordOf<Path, Selected>[];
    if (page.next_rest_url === null) return;
    page = await orThrow(get(path, withUrl(page.next_rest_url, request)));
  }
}

/** A request to a complete URL, with the other options of a request. */
function withUrl(url: string, request: { readonly params?: unknown } = {}): object {
  return {
    ...request,
    params: { ...(request.params as object | undefined), path: {}, query: {} },
    pathSerializer: () => url,
  };
}
