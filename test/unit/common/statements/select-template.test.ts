import { describe, expect, it } from '@jest/globals';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { fromTemplate } from '../../../../src/common/statements/select-template.js';

const db = new Kysely<{ events: { id: number; date: Date } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new PostgresIntrospector(each),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const now = (text: string) => sql<Date>`${text}::timestamptz`;
const wanted = (id: number) => sql<boolean>`e.id = ${id}`;

/** The event of an id, if its date has come. */
const eventOf = (name: string, id: number, present: string) =>
  fromTemplate(
    name,
    (holes) => db.selectFrom('events as e').select('e.id').where('e.date', '<=', holes.now).where(holes.isWanted),
    { now: now(present), isWanted: wanted(id) },
  ).compile(db);

describe('fromTemplate', () => {
  it('9.3 fills what differs from request to request into one text', () => {
    const text = 'select "e"."id" from "events" as "e" where "e"."date" <= $1::timestamptz and e.id = $2';
    expect(eventOf('event', 7, '2026-03-01')).toMatchObject({ sql: text, parameters: ['2026-03-01', 7] });
    expect(eventOf('event', 8, '2026-03-02')).toMatchObject({ sql: text, parameters: ['2026-03-02', 8] });
  });

  it('9.3 puts a select together once for each name', () => {
    let built = 0;
    const build = () => {
      built += 1;
      return db.selectFrom('events').select('id');
    };
    for (const name of ['one', 'other', 'one', 'other']) fromTemplate(name, build, {}).compile(db);
    expect(built).toBe(2);
  });

  it('8.5 refuses a select with a value of one request, which would answer the next', () => {
    const build = () => db.selectFrom('events').select('id').where('id', '=', 7);
    expect(() => fromTemplate('of one', build, {})).toThrow('"of one" holds a value');
    expect(() => fromTemplate('of one', build, {})).toThrow('"of one" holds a value');
  });
});
