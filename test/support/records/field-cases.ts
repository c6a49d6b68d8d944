import { expect, it } from 'vitest';
import type { Kind, ServedRecord } from './kinds.js';
import { ADMIN_TOKEN, type RequestOptions, type TestCalendar } from '../calendar/test-calendar.js';

/** One field of a kind: two valid values, and the served value after clearing it. */
export interface FieldCase {
  readonly name: string;
  readonly first: unknown;
  readonly second: unknown;
  /** Served value of the cleared field. Without this key the field cannot be cleared. */
  readonly empty?: unknown;
  /** Reads the value from a served record, as it was sent. Default: the member of that name. */
  readonly read?: (record: Readonly<Record<string, unknown>>) => unknown;
  /** Members computed from this one. */
  readonly derived?: readonly string[];
}

/** Members that change with any other member. */
const MODIFIED = ['modified', 'modified_utc', 'version'];

const readField = ({ name, read }: FieldCase, record: ServedRecord): unknown => (read ? read(record) : record[name]);

const valuesOf = (cases: readonly FieldCase[], key: 'first' | 'second'): Record<string, unknown> =>
  Object.fromEntries(cases.map((field) => [field.name, field[key]]));

/** Encodes a form or query: lists as repeated names, objects as JSON. */
export function encodeForm(fields: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      parameters.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  return parameters.toString();
}

export const idsOf =
  (name: string) =>
  (record: Readonly<Record<string, unknown>>): number[] =>
    (record[name] as { id: number }[]).map(({ id }) => id);

function expectFields(record: ServedRecord, cases: readonly FieldCase[], key: 'first' | 'second'): void {
  const actual = Object.fromEntries(cases.map((field) => [field.name, readField(field, record)]));
  expect(actual).toEqual(valuesOf(cases, key));
}

function omit(record: ServedRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/**
 * Registers the tests for every field of a kind.
 * @param casesOf returns the fields; `run` makes titles, names and slugs unique
 */
export function describeFields(
  calendar: () => TestCalendar,
  kind: Kind,
  casesOf: (run: number) => readonly FieldCase[],
): void {
  let runCount = 0;
  const send = async (method: string, path: string, options: RequestOptions, status: number): Promise<ServedRecord> => {
    const response = await calendar().request<ServedRecord>(method, path, options);
    expect([options, response.status, response.body['params']]).toEqual([options, status, undefined]);
    return response.body;
  };
  const create = async () => {
    const cases = casesOf((runCount += 1));
    return { cases, record: await send('POST', kind.path, { json: valuesOf(cases, 'first') }, 201) };
  };
  const change = ({ id }: ServedRecord, json: object) => send('PATCH', `${kind.path}/${id}`, { json }, 200);

  it(`a create of ${kind.path} as JSON, form or query: the response has the value of every field (6.1)`, async () => {
    const { record, cases } = await create();
    expectFields(record, cases, 'first');
    for (const encoding of ['form', 'query']) {
      const otherCases = casesOf((runCount += 1));
      const form = encodeForm(valuesOf(otherCases, 'second'));
      const [path, options] = encoding === 'form' ? [kind.path, { form }] : [`${kind.path}?${form}`, {}];
      expectFields(await send('POST', path, options, 201), otherCases, 'second');
    }
  });

  it(`update of one field of ${kind.path}: no other field changes (6.1)`, async () => {
    let { record, cases } = await create();
    for (const field of cases) {
      const changed = await change(record, { [field.name]: field.second });
      expect([field.name, readField(field, changed)]).toEqual([field.name, field.second]);
      const expectedChanges = [field.name, ...(field.derived ?? []), ...MODIFIED];
      expect(omit(changed, expectedChanges)).toEqual(omit(record, expectedChanges));
      record = changed;
    }
    expectFields(record, cases, 'second');
    expect(await change(record, {})).toEqual(record);
  });

  const expectEmpty = (record: ServedRecord, cases: readonly FieldCase[]) =>
    expect(cases.map((field) => [field.name, readField(field, record)])).toEqual(
      cases.map(({ name, empty }) => [name, empty]),
    );

  it(`empty values of ${kind.path} in JSON, forms and query strings: optional fields are cleared (2.3)`, async () => {
    const { record, cases } = await create();
    const optional = cases.filter((field) => 'empty' in field);
    const path = `${kind.path}/${record.id}`;
    const form = optional.map(({ name }, index) => `${name}=${index % 2 ? '+' : ''}`).join('&');
    const allOf = (value: unknown) => ({ json: Object.fromEntries(optional.map(({ name }) => [name, value])) });
    for (const [target, options] of [
      ...[null, '', ' \t', []].map((value) => [path, allOf(value)] as const),
      [path, { form }],
      [`${path}?${form}`, {}],
    ] as const) {
      await change(record, valuesOf(optional, 'first'));
      expectEmpty(await send('PATCH', target, options, 200), optional);
    }
  });

  it(`empty values of required fields of ${kind.path}: 400, nothing changes (2.3)`, async () => {
    const { record } = await create();
    const path = `${kind.path}/${record.id}`;
    for (const name of [kind.titleField, ...Object.keys(kind.required)]) {
      const response = await calendar().request('PATCH', path, { json: { [name]: '' } });
      expect([response.status, Object.keys(response.body['params'] as object)]).toEqual([400, [name]]);
    }
    expect((await calendar().request('GET', path, { token: ADMIN_TOKEN })).body).toEqual(record);
  });

  it(`empty values in a create of ${kind.path}: optional fields are empty (2.3)`, async () => {
    for (const emptyValue of [null, '', ' ', []]) {
      const cases = casesOf((runCount += 1));
      const optional = cases.filter((field) => 'empty' in field);
      const names = [...optional.map(({ name }) => name), 'slug', 'status'];
      const json = { ...valuesOf(cases, 'first'), ...Object.fromEntries(names.map((name) => [name, emptyValue])) };
      expectEmpty(await send('POST', kind.path, { json }, 201), optional);
    }
  });
}

export const imageUrl = (record: Readonly<Record<string, unknown>>): string | null =>
  (record['image'] as { url: string } | null)?.url ?? null;
