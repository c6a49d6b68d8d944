import type { Server } from './processes.js';
import type { RequestKind, Sent } from './requests.js';

/** Number of compared requests per kind. */
const COMPARED = 12;

/** The compared parts of a response. */
interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

/**
 * Sends the same requests to the service and to the floor.
 * @throws if responses or stored rows differ
 */
export async function compareBytes(service: Server, floor: Server, kinds: readonly RequestKind[]): Promise<void> {
  for (const { name, draw, writes } of kinds) {
    for (let count = 0; count < COMPARED; count += 1) {
      const sent = draw();
      if (writes) await compareWrites(name, sent, service, floor);
      else expectSame(name, sent, await send(service, sent), await send(floor, sent));
    }
  }
}

async function send(server: Server, { method, path, headers = {}, body }: Sent): Promise<Answer> {
  const answer = await fetch(`${server.origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
}

async function compareWrites(name: string, sent: Sent, service: Server, floor: Server): Promise<void> {
  const one = await send(service, sent);
  const other = await send(floor, { ...sent, body: (sent.body ?? '').replace(/("title":"[^"]*)/, '$1 again') });
  expectSame(name, sent, nameless(one), nameless(other));
  const rows = async ({ status, body }: Answer): Promise<Answer> => {
    const found = await service.database.session.query<{ rows: string }>(STORED, [
      (JSON.parse(body) as { id: number }).id,
    ]);
    return { status, type: null, body: found.rows[0]?.rows ?? '' };
  };
  expectSame(`${name}, rows`, sent, await rows(one), await rows(other));
}

/** Stored rows of an event without ids, names and timestamps, which differ between two creates. */
const STORED = `
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
function nameless({ body, ...answer }: Answer): Answer {
  if (answer.status >= 300) return { ...answer, body };
  const { title, slug, date, date_utc, modified, modified_utc } = JSON.parse(body) as Record<string, string>;
  const own = [title, slug, date, date_utc, modified, modified_utc];
  const masked = own.reduce<string>((text, each) => text.replaceAll(each ?? '', '*'), body);
  return { ...answer, body: masked.replace(/"id":\d+/, '"id":*').replace(/events\/\d+/g, 'events/*') };
}

function expectSame(name: string, { path }: Sent, one: Answer, other: Answer): void {
  if (one.status >= 300) throw new Error(`${name}: the service responded with ${one.status} to ${path}: ${one.body}`);
  if (JSON.stringify(one) === JSON.stringify(other)) return;
  const place = one.body.split('').findIndex((character, index) => character !== other.body[index]);
  const around = ({ status, type, body }: Answer) =>
    `${status} ${type} …${body.slice(Math.max(0, place - 100), place + 100)}…`;
  throw new Error(`${name}: ${path}\n  service  ${around(one)}\n  floor    ${around(other)}`);
}
