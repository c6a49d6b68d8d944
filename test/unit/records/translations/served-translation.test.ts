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

const compiled = (...words: string[]) => containsWordsCondition([sql.ref('t.search_text')], words).compile(db).sql;

describe('containsWordsCondition', () => {
  it.each(['en', '50%', 'a-b', '東京'])('does not use the trigram index for %s, which has no trigram (9.3)', (word) => {
    expect(compiled('fes', word)).toBe(`(("t"."search_text" like $1) and ("t"."search_text" || '' like $2))`);
  });

  it.each(['2027', 'l-hos', 'ñan'])('uses the trigram index for %s (9.3)', (word) => {
    expect(compiled(word)).toBe('(("t"."search_text" like $1))');
  });
});
