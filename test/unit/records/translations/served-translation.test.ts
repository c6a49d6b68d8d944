import { describe, expect, it } from 'vitest';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { containsWordsCondition } from '../../../../src/records/translations/served-translation.js';

const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const compiled = (...words: string[]) => {
  const { sql: text, parameters } = containsWordsCondition([sql.ref('t.search_text')], words).compile(db);
  return { text, parameters };
};

describe('containsWordsCondition', () => {
  it('matches each word, with wildcards as plain characters (7.6)', () => {
    expect(compiled('jazz', '100%_\\x')).toEqual({
      text: '(("t"."search_text" like $1) and ("t"."search_text" like $2))',
      parameters: ['%jazz%', String.raw`%100\%\_\\x%`],
    });
  });

  it.each(['en', 'ç', '50%', 'a-b', '東京'])(
    'does not use the trigram index for %s, which has no trigram (9.3)',
    (word) => {
      expect(compiled(word).text).toBe(`(("t"."search_text" || '' like $1))`);
      expect(compiled('music', word).text).toBe(`(("t"."search_text" like $1) and ("t"."search_text" || '' like $2))`);
    },
  );

  it.each(['fes', '2027', 'l-hos', 'ñan'])('uses the trigram index for %s (9.3)', (word) => {
    expect(compiled(word).text).toBe('(("t"."search_text" like $1))');
  });
});
