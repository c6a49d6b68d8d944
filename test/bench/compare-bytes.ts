import type { Server } from './processes.js';
import type { RequestKind, BenchRequest } from './requests.js';

/** Number of compared requests per kind. */
const REQUESTS_PER_KIND = 12;

/** The compared parts of a response. */
interface ComparedResponse {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

/**
 * Sends the same requests to the service and to the floor. Only the titles of created events differ.
 * @throws if responses or stored rows differ
 */
export async function compareBytes(service: Server, floor: Server, kinds: readonly RequestKind[]): Promise<void> {
  for (const { name, draw, writes } of kinds) {
    for (let count = 0; count < REQUESTS_PER_KIND; count += 1) {
      const request = draw();
      if (writes) await compareWrites(name, request, service, floor);
      else expectSame(name, request, await send(service, request), await send(floor, request));
    }
  }
}

async function send(server: Server, { method, path, headers = {}, body }: BenchRequest): Promise<ComparedResponse> {
  const response = await fetch(`${server.origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
}

async function compareWrites(name: string, request: BenchRequest, service: Server, floor: Server): Promise<void> {
  const serviceResponse = await send(service, request);
  const floorResponse = await send(floor, {
    ...request,
    body: (request.body ?? '').replace(/("title":"[^"]*)/, '$1 again'),
  });
  expectSame(name, request, maskNames(serviceResponse), maskNames(floorResponse));
  const rows = async ({ status, body }: ComparedResponse): Promise<ComparedResponse> => {
    const result = await service.database.session.query<{ rows: string }>(STORED_ROWS_QUERY, [
      (JSON.parse(body) as { id: number }).id,
    ]);
    return { status, type: null, body: result.rows[0]?.rows ?? '' };
  };
  expectSame(`${name}, rows`, request, await rows(serviceResponse), await rows(floorResponse));
}

/** Stored rows of an event without ids, names and timestamps, which differ between two creates. */
const STORED_ROWS_QUERY = `
  select jsonb_build_object(
    'event', to_jsonb(e) - array['id', 'created_at', 'modified_at', 'published_at'],
    'text', to_jsonb(t) - array['event_id', 'slug', 'title', 'search_text', 'search_title', 'translations'],
    'search_text', replace(t.search_text, lower(t.title), '*'), 'search_title', t.search_title = lower(t.title), 'translations', replace(t.translations::text, t.slug, '*'),
    'slugs', (select jsonb_agg(s.current) from event_slugs as s where s.event_id = e.id),
    'venues', (select jsonb_agg(to_jsonb(l) - 'event_id') from event_venues as l where l.event_id = e.id),
    'categories', (select jsonb_agg(to_jsonb(l) - 'event_id') from event_categories as l where l.event_id = e.id),
    'audit', (select jsonb_agg(a.action) from audit_entries as a where a.kind = 'event' and a.record_id = e.id)
  )::text as rows
  from events as e join event_translations as t on t.event_id = e.id where e.id = $1`;

/** Masks id, names and timestamps in the response to a create. */
function maskNames({ body, ...response }: ComparedResponse): ComparedResponse {
  if (response.status >= 300) return { ...response, body };
  const { title, slug, date, date_utc, modified, modified_utc } = JSON.parse(body) as Record<string, string>;
  const ownValues = [title, slug, date, date_utc, modified, modified_utc];
  const maskedBody = ownValues.reduce<string>((text, value) => text.replaceAll(value ?? '', '*'), body);
  return { ...response, body: maskedBody.replace(/"id":\d+/, '"id":*').replace(/events\/\d+/g, 'events/*') };
}

function expectSame(
  name: string,
  { path }: BenchRequest,
  serviceResponse: ComparedResponse,
  floorResponse: ComparedResponse,
): void {
  if (serviceResponse.status >= 300)
    throw new Error(
      `${name}: the service responded with ${serviceResponse.status} to ${path}: ${serviceResponse.body}`,
    );
  if (JSON.stringify(serviceResponse) === JSON.stringify(floorResponse)) return;
  const firstDifference = serviceResponse.body
    .split('')
    .findIndex((character, index) => character !== floorResponse.body[index]);
  const excerptOf = ({ status, type, body }: ComparedResponse) =>
    `${status} ${type} …${body.slice(Math.max(0, firstDifference - 100), firstDifference + 100)}…`;
  throw new Error(`${name}: ${path}\n  service  ${excerptOf(serviceResponse)}\n  floor    ${excerptOf(floorResponse)}`);
}
