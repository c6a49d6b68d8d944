import { expect, it } from '@jest/globals';
import type { Kind, ServedRecord } from './kinds.js';
import { ADMIN_TOKEN, type RequestOptions, type TestCalendar } from '../calendar/test-calendar.js';

/** One field of a kind: two valid values, and the served value after clearing it. */
export interface FieldCase {
  readonly name: string;
  readonly first: unknown;
  readonly second: unknown;
  /** Served value of the cleared field. Without this key the field cannot be cleared. */
  readonly empty?: unknown;
  /** Reads the value as it was sent. Default: the member of that name. */
  readonly read?: (record: Readonly<Record<string, unknown>>) => unknown;
  /** Members computed from this one. */
  readonly derived?: readonly string[];
}

/** Members that change with every write. */
const MODIFIED = ['modified', 'modified_utc'];

const readField = ({ name, read }: FieldCase, record: ServedRecord): unknown => (read ? read(record) : record[name]);

const valuesOf = (cases: readonly FieldCase[], which: 'first' | 'second'): Record<string, unknown> =>
  Object.fromEntries(cases.map((field) => [field.name, field[which]]));

/** Encodes a form or query: lists as repeated names, objects as JSON. */
export function encodeForm(fields: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      parameters.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each));
    }
  }
  return parameters.toString();
}

export const idsOf =
  (name: string) =>
  (record: Readonly<Record<string, unknown>>): number[] =>
    (record[name] as { id: number }[]).map(({ id }) => id);

function expectFields(record: ServedRecord, cases: readonly FieldCase[], which: 'first' | 'second'): void {
  const served = Object.fromEntries(cases.map((field) => [field.name, readField(field, record)]));
  expect(served).toEqual(valuesOf(cases, which));
}

function omit(record: ServedRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/**
 * Registers the tests for every field of a kind.
 * @param casesOf returns the fields; `run` makes the names of terms unique
 */
export function describeFields(
  calendar: () => TestCalendar,
  kind: Kind,
  casesOf: (run: number) => readonly FieldCase[],
): void {
  let runs = 0;
  const send = async (method: string, path: string, sent: RequestOptions, status: number): Promise<ServedRecord> => {
    const answer = await calendar().request<ServedRecord>(method, path, sent);
    expect([sent, answer.status, answer.body['params']]).toEqual([sent, status, undefined]);
    return answer.body;
  };
  const create = async () => {
    const cases = casesOf((runs += 1));
    return { cases, record: await send('POST', kind.path, { json: valuesOf(cases, 'first') }, 201) };
  };
  const change = ({ id }: ServedRecord, json: object) => send('PATCH', `${kind.path}/${id}`, { json }, 200);

  it(`every field of ${kind.path} as JSON, form or query: stored and served (6.1)`, async () => {
    const { record, cases } = await create();
    expectFields(record, cases, 'first');
    for (const way of ['form', 'query']) {
      const others = casesOf((runs += 1));
      const form = encodeForm(valuesOf(others, 'second'));
      const [path, sent] = way === 'form' ? [kind.path, { form }] : [`${kind.path}?${form}`, {}];
      expectFields(await send('POST', path, sent, 201), others, 'second');
    }
  });

  it(`update of one field of ${kind.path}: no other field changes (6.1)`, async () => {
    let { record, cases } = await create();
    for (const field of cases) {
      const changed = await change(record, { [field.name]: field.second });
      expect([field.name, readField(field, changed)]).toEqual([field.name, field.second]);
      const follow = [field.name, ...(field.derived ?? []), ...MODIFIED];
      expect(omit(changed, follow)).toEqual(omit(record, follow));
      record = changed;
    }
    expectFields(record, cases, 'second');
    expect(await change(record, {})).toEqual(record);
  });

  it(`empty values in ${kind.path}: optional fields are cleared, 400 for required ones (2.3)`, async () => {
    let { record, cases } = await create();
    for (const field of cases.filter((each) => 'empty' in each)) {
      for (const nothing of [null, '', []]) {
        await change(record, { [field.name]: field.first });
        record = await change(record, { [field.name]: nothing });
        expect([field.name, nothing, readField(field, record)]).toEqual([field.name, nothing, field.empty]);
      }
    }
    const path = `${kind.path}/${record.id}`;
    for (const name of [kind.titleField, ...Object.keys(kind.required)]) {
      const answer = await calendar().request('PATCH', path, { json: { [name]: '' } });
      expect([answer.status, Object.keys(answer.body['params'] as object)]).toEqual([400, [name]]);
    }
    expect((await calendar().request('GET', path, { token: ADMIN_TOKEN })).body).toEqual(record);
  });

  it(`empty values of ${kind.path} in forms, query strings and creates: optional fields are empty (2.3)`, async () => {
    const { record, cases } = await create();
    const optional = cases.filter((each) => 'empty' in each);
    const expectEmpty = (served: ServedRecord, fields: readonly FieldCase[]) =>
      expect(fields.map((field) => [field.name, readField(field, served)])).toEqual(
        fields.map(({ name, empty }) => [name, empty]),
      );
    const path = `${kind.path}/${record.id}`;
    const form = optional.map(({ name }) => `${name}=`).join('&');
    expectEmpty(await send('PATCH', path, { form }, 200), optional);
    await change(record, valuesOf(optional, 'first'));
    expectEmpty(await send('PATCH', `${path}?${form}`, {}, 200), optional);
    for (const nothing of [null, '', []]) {
      const others = casesOf((runs += 1));
      const empty = Object.fromEntries(
        [...optional.map(({ name }) => name), 'slug', 'status'].map((name) => [name, nothing]),
      );
      const created = await send('POST', kind.path, { json: { ...valuesOf(others, 'first'), ...empty } }, 201);
      expectEmpty(
        created,
        others.filter((each) => 'empty' in each),
      );
    }
  });
}

export const imageUrl = (record: Readonly<Record<string, unknown>>): string | null =>
  (record['image'] as { url: string } | null)?.url ?? null;
