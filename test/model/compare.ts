import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../support/map-concurrently.js';
import { pathAndQueryOf, type ServedPage } from '../support/records/records.js';
import type { RequestOptions, TestCalendar, TestResponse } from '../support/calendar/test-calendar.js';
import { listRecords } from './lists.js';
import { expectedResponse, type ExpectedResponse } from './model.js';
import { isTerm, PATHS, type AnyRecord, type ModelContext } from './records.js';
import { describeRequest, toHttpRequest, type ModelRequest } from './requests.js';
import { isVisible } from './rights.js';
import { ANY_VALUE, recordView, type View } from './views.js';

/** Sends a request and returns the differences between the response and that of the model. */
export async function diffWithModel(
  calendar: TestCalendar,
  request: ModelRequest,
  log: string[] = [],
): Promise<string[]> {
  const response = await send(calendar, toHttpRequest(request));
  const description = describeRequest(request);
  log.push(
    `${description} -> ${response.status} ${JSON.stringify(response.body['code'] ?? response.body['id'] ?? '')}`,
  );
  return diffResponse(request, expectedResponse(request), response).map(
    (difference) => `${description}: ${difference}`,
  );
}

/** A request as it is sent. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly options: RequestOptions;
}

/**
 * Sends a request, up to five times if a busy machine exceeds the time limits of the service. The key prevents a second
 * execution of a write.
 */
export async function send(calendar: TestCalendar, { method, path, options }: HttpRequest): Promise<TestResponse> {
  const key: Record<string, string> = /GET|HEAD/.test(method) ? {} : { 'Idempotency-Key': randomUUID() };
  const sendOnce = () => calendar.request(method, path, { ...options, headers: { ...options.headers, ...key } });
  const isRetryable = ({ status, body }: TestResponse) => status === 503 || body['code'] === 'request_in_progress';
  let response = await sendOnce();
  for (let attempt = 1; attempt < 5 && isRetryable(response); attempt += 1) {
    await setTimeout(1000 * Number(response.headers.get('Retry-After') ?? 1));
    response = await sendOnce();
  }
  return response;
}

/** Sends independent requests concurrently and returns all differences from the model. */
export const diffAllWithModel = async (calendar: TestCalendar, requests: readonly ModelRequest[]): Promise<string[]> =>
  (await mapConcurrently(requests, (request) => diffWithModel(calendar, request))).flat();

function diffResponse(request: ModelRequest, expected: ExpectedResponse, response: TestResponse): string[] {
  const { status, body, text } = response;
  if (status !== expected.status)
    return [`is ${status} ${text}, expected ${expected.status} ${expected.code} ${expected.names?.join()}`];
  if (expected.record) assignIds(request, expected.record, body);
  const view = expected.body?.();
  const headers = diffLanguageHeaders(request, view, response);
  if (request.method === 'HEAD') return headers;
  if (view) return [...headers, ...diff(request.verb === 'list' ? observedPage(response) : body, view)];
  const names = Object.keys(body['params'] ?? {}).map((name) => name.replace(/\[.*$/, ''));
  const served = [body['code'], ...new Set(names)].toSorted();
  return [...headers, ...diff(served, [expected.code, ...(expected.names ?? [])].toSorted())];
}

/** 3.4, 4.4: the served language and the URL of a record in it. Lists and problems have the requested language and no URL. */
function diffLanguageHeaders({ language }: ModelRequest, view: View | undefined, { headers }: TestResponse): string[] {
  const { rest_url: url, ml_language: served } = (view ?? {}) as Partial<Record<string, string>>;
  const headerValues = ['Content-Language', 'Content-Location'].map((name) => headers.get(name));
  const expected = served === undefined ? [language, null] : [served, `${url}?ml_language=${served}`];
  return diff(headerValues, expected, 'headers');
}

/** A page of a list. The URLs of the next and previous page become booleans. Total headers are checked against the body. */
function observedPage({ body, headers }: TestResponse): View {
  const { rest_url: _own, next_rest_url: next, previous_rest_url: previous, ...page } = body;
  const totals = [headers.get('X-Total'), headers.get('X-Total-Pages')];
  const areConsistent = isDeepStrictEqual(totals, [String(page['total']), String(page['total_pages'])]);
  return {
    ...page,
    next_rest_url: next !== null,
    previous_rest_url: previous !== null,
    ...(areConsistent ? {} : { totals }),
  };
}

/** Differences by member. An unexpected member is a difference. */
export function diff(served: unknown, expected: unknown, path = ''): string[] {
  if (expected === ANY_VALUE || isDeepStrictEqual(served, expected)) return [];
  if (!isObject(served) || !isObject(expected) || lengthOf(served) !== lengthOf(expected))
    return [`${path} is ${excerptOf(served)}, expected ${excerptOf(expected)}`];
  const names = new Set([...Object.keys(served), ...Object.keys(expected)]);
  return [...names].flatMap((name) => diff(served[name], expected[name], `${path}.${name}`));
}

const isObject = (value: unknown): value is View => typeof value === 'object' && value !== null;
const lengthOf = (value: object) => (Array.isArray(value) ? value.length : undefined);
const excerptOf = (value: unknown) => (JSON.stringify(value) ?? '').slice(0, 1000);

/** Copies new ids from a response to the records of the model. */
function assignIds(context: ModelContext, record: AnyRecord, body: View): void {
  record.id ||= Number(body['id']);
  if (record.kind !== 'event') return;
  for (const name of ['venue', 'organizer', 'categories', 'tags'] as const) {
    const served = (body[name] ?? []) as { id: number }[];
    const linked = record[name].filter((linkedRecord) => isTerm(linkedRecord) || isVisible(context, linkedRecord));
    for (const [index, linkedRecord] of linked.entries()) linkedRecord.id ||= served[index]?.id ?? 0;
  }
}

const MAX_PAGES = 12;

/**
 * Follows a list from a URL to its end, for at most {@link MAX_PAGES} pages. Returns the differences from the model:
 * each record once, the same total on each page, and URLs that keep the filters (5.7, 5.8).
 */
export async function diffWalk(calendar: TestCalendar, request: ModelRequest, start?: string): Promise<string[]> {
  const { kind, user } = request;
  const { path, options } = toHttpRequest(request);
  const served: object[] = [];
  const filterDifferences: string[] = [];
  const totals = new Set<number>();
  let next: string | null = start ?? path;
  for (let pages = 0; next !== null && pages < MAX_PAGES; pages += 1) {
    const requestOptions: RequestOptions = next === path ? options : { token: options.token };
    const response: TestResponse<ServedPage> = await calendar.request<ServedPage>('GET', next, requestOptions);
    const { status, body, text } = response;
    if (status !== 200) return [`${user.role} ${next}: is ${status} ${text}`];
    served.push(...body[PATHS[kind]]);
    totals.add(body.total);
    filterDifferences.push(...diffFilters(request, body.rest_url));
    next = body.next_rest_url && pathAndQueryOf(body.next_rest_url);
  }
  const records = listRecords(request);
  const servedPart = next === null ? records : records.slice(0, served.length);
  const expected = { records: servedPart.map((record) => recordView(request, record)), totals: [records.length] };
  const differences = diff({ records: served, totals: [...totals] }, expected);
  return [...filterDifferences, ...differences].map((difference) => `${describeRequest(request)}: walk: ${difference}`);
}

/** Differences of the parameters in a list URL: lost filters, relative dates, and parameters that it must not have (5.7). */
function diffFilters({ searchParams, query, kind, language }: ModelRequest, url: string): string[] {
  const urlParams = new URL(url).searchParams;
  const filters = searchParams.filter(
    ([name, value]) => value !== '' && !['page', 'password', 'unknown'].includes(name),
  );
  const names = new Set([...filters.map(([name]) => name.replace(/\[.*$/, '')), 'ml_language']);
  if (query.event !== undefined) names.delete('post');
  if (kind === 'tag') names.delete('parent');
  const relative = [...urlParams].filter(([, value]) => /^(now|today|tomorrow|yesterday|[+-]\d+ [dwm])/i.test(value));
  return [
    ...[...names].filter((name) => !urlParams.has(name)).map((name) => `${name} is missing in ${url}`),
    ...(urlParams.get('ml_language') === language ? [] : [`ml_language is not ${language} in ${url}`]),
    ...['password', 'unknown'].filter((name) => urlParams.has(name)).map((name) => `${name} must not be in ${url}`),
    ...relative.map(([name]) => `${name} is a relative date in ${url}`),
  ];
}
