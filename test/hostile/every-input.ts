import { dereference } from '../support/document/served-document.js';
import { expectNoServerError } from '../support/requests/expect-no-server-error.js';
import { createRecord, KINDS, requiredFieldsOf, type Kind } from '../support/records/kinds.js';
import type { RawResponse } from '../support/requests/raw-request.js';
import type { TestCalendar } from '../support/calendar/test-calendar.js';
import type { HostileCalendar } from './hostile-calendar.js';
import { HOSTILE_JSON, HOSTILE_TEXTS } from './read-cases.js';

interface Document {
  readonly paths: Record<string, { get?: { parameters: { name: string; in: string }[] } }>;
  readonly components: { schemas: Record<string, { properties: Record<string, unknown> }> };
}

/** Every hostile value, or one in five. Kinds start at different values, so that together they use all. */
export type Extent = 'all' | 'fifth';

const selectValues = (values: readonly string[], extent: Extent, kind: Kind): readonly string[] =>
  extent === 'all' ? values : values.filter((_value, index) => (index + KINDS.indexOf(kind)) % KINDS.length === 0);

const fetchDocument = async (calendar: TestCalendar): Promise<Document> =>
  dereference((await calendar.request<Document>('GET', 'doc')).body);

/** Names without an error. Requests are repeated with these: one invalid value rejects the whole request. */
const acceptedNames = (names: readonly string[], { body }: RawResponse): string[] =>
  names.filter((name) => !Object.hasOwn(body['params'] ?? {}, name));

/** JSON values with a URL in every form that a field may accept. */
function valuesWithUrl(url: string): string[] {
  const markup = `<img src="${url}"><link rel="stylesheet" href="${url}">`;
  const members = { venue: url, organizer: url, website: url, image: url, url, $ref: url };
  return [url, markup, members, [members]].map((value) => JSON.stringify(value));
}

/** Writes hostile values to every field of a kind. Returns the number of fields. */
export async function writeEveryField(
  { calendar, fixtures }: HostileCalendar,
  kind: Kind,
  extent: Extent,
): Promise<number> {
  const { components } = await fetchDocument(calendar);
  const schema = components.schemas[`Create${kind.kind.charAt(0).toUpperCase()}${kind.kind.slice(1)}`];
  const fields = Object.keys(schema?.properties ?? {});
  const path = `${kind.path}/${(await createRecord(calendar, kind.path)).id}`;
  for (const value of [...selectValues(HOSTILE_JSON, extent, kind), ...valuesWithUrl(`${fixtures['canary']}/a.png`)]) {
    const write = (method: string, url: string, names: readonly string[], required: object = {}) => {
      const members = Object.entries(required).map(([name, member]) => `"${name}":${JSON.stringify(member)}`);
      const body = `{${[...members, ...names.map((name) => `"${name}":${value}`)].join(',')}}`;
      return expectNoServerError(calendar, {
        method,
        path: url,
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    };
    const accepted = acceptedNames(fields, await write('PATCH', path, fields));
    if (accepted.length === 0) continue;
    await write('PATCH', path, accepted);
    await write('POST', kind.path, accepted, requiredFieldsOf(kind));
  }
  return fields.length;
}

/** Maximum number of parameters in one request: with all of them the URL would be too long. */
const PARAMETERS_PER_REQUEST = 8;
/** Brackets after the name of a parameter, with a value. */
const BRACKET_SUFFIXES = ['[]=1', '[$ne]=1', '[99999999]=1', '[__proto__]=1'];

/** Sends hostile values in every parameter of the list of a kind, and in some of a read and a delete. Returns the number of list parameters. */
export async function sendEveryParameter(
  { calendar, fixtures }: HostileCalendar,
  kind: Kind,
  extent: Extent,
): Promise<number> {
  const { path } = kind;
  const suffixes = [...BRACKET_SUFFIXES, ...HOSTILE_TEXTS.map((value) => `=${value}`)];
  const { paths } = await fetchDocument(calendar);
  const { id } = await createRecord(calendar, path);
  const { parameters = [] } = paths[`/calendar/events/v1/${path}`]?.get ?? {};
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const send = (method: string, url: string) => expectNoServerError(calendar, { method, path: url });
  for (const suffix of [...selectValues(suffixes, extent, kind), `=${fixtures['canary']}`]) {
    const read = (url: string, group: readonly string[]) =>
      send('GET', `${url}?${group.map((name) => `${name}${suffix}`).join('&')}`);
    for (let first = 0; first < names.length; first += PARAMETERS_PER_REQUEST) {
      const group = names.slice(first, first + PARAMETERS_PER_REQUEST);
      await read(path, acceptedNames(group, await read(path, group)));
    }
    await read(`${path}/${id}`, ['ml_fallback', 'ml_language']);
    await send('DELETE', `${path}/${id}?ml_scope${suffix}&force${suffix}&ml_language${suffix}`);
  }
  return names.length;
}
