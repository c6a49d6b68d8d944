import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { containsWordsCondition } from '../../../../src/records/translations/served-translation.js';
import { STATEMENT_COMPILER } from '../../../support/database/statement-compiler.js';

const compiled = (...words: string[]) =>
  containsWordsCondition([sql.ref('t.search_text')], words).compile(STATEMENT_COMPILER).sql;

describe('containsWordsCondition', () => {
  it.each(['en', '50%', 'a-b', '東京'])('does not use the trigram index for %s, which has no trigram (9.3)', (word) => {
    expect(compiled('fes', word)).toBe(`(("t"."search_text" like $1) and ("t"."search_text" || '' like $2))`);
  });

  it.each(['2027', 'l-hos', 'ñan'])('uses the trigram index for %s (9.3)', (word) => {
    expect(compiled(word)).toBe('(("t"."search_text" like $1))');
  });
});
