import { describe, expect, it } from '@jest/globals';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { fromTemplate } from '../../../../src/records/crud/read-records.js';

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
    db,
    name,
    (holes) => db.selectFrom('events as e').select('e.id').where('e.date', '<=', holes.now).where(holes.isWanted),
    { now: now(present), isWanted: wanted(id) },
  );

describe('fromTemplate', () => {
  it('9.3 fills what differs from request to request into one text', () => {
    const text = 'select "e"."id" from "events" as "e" where "e"."date" <= $1::timestamptz and e.id = $2';
    expect(eventOf('event', 7, '2026-03-01')).toMatchObject({ sql: text, parameters: ['2026-03-01', 7] });
    expect(eventOf('event', 8, '2026-03-02')).toMatchObject({ sql: text, parameters: ['2026-03-02', 8] });
  });

  it('9.3 has a text for each shape of what it is filled with', () => {
    const one = eventOf('event', 7, '2026-03-01');
    expect(eventOf('event', 8, '2026-03-02').sql).toBe(one.sql);
    const other = fromTemplate(db, 'event', () => db.selectFrom('events').select('id'), {
      now: sql<Date>`now()`,
      isWanted: sql<boolean>`e.id in (${1}, ${2})`,
    });
    const text = 'select "e"."id" from "events" as "e" where "e"."date" <= now() and e.id in ($1, $2)';
    expect(other).toMatchObject({ sql: text, parameters: [1, 2] });
  });

  it('9.3 keeps only so many texts, and makes the others anew', () => {
    for (let count = 1; count < 500; count += 1) {
      const ids = Array.from({ length: count }, (_each, index) => index);
      const select = fromTemplate(db, 'many', (holes) => db.selectFrom('events').select('id').where(holes.isWanted), {
        isWanted: sql<boolean>`id in (${sql.join(ids)})`,
      });
      expect(select.parameters).toEqual(ids);
      expect(select.sql).toContain(`$${count})`);
    }
  });

  it('9.3 puts a select together once for each name', () => {
    let built = 0;
    const build = () => {
      built += 1;
      return db.selectFrom('events').select('id');
    };
    for (const name of ['one', 'other', 'one', 'other']) fromTemplate(db, name, build, {});
    expect(built).toBe(2);
  });

  it('8.5 refuses a select with a value of one request, which would answer the next', () => {
    const build = () => db.selectFrom('events').select('id').where('id', '=', 7);
    expect(() => fromTemplate(db, 'of one', build, {})).toThrow('"of one" holds a value');
    expect(() => fromTemplate(db, 'of one', build, {})).toThrow('"of one" holds a value');
  });
});
