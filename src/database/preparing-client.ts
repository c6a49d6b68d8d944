import { createHash } from 'node:crypto';
import pg from 'pg';
import { isPrepared } from '../common/statements/prepared.js';

/** Names of statements by their texts. Values are parameters, so there are as many texts as there are kinds of requests. */
const names = new Map<string, string>();

/**
 * A connection that has PostgreSQL plan marked statements once, under a name. To plan a read of one record takes three times
 * as long as to carry it out.
 * @see https://www.postgresql.org/docs/current/sql-prepare.html
 */
export class PreparingClient extends pg.Client {
  /** In whatever form statements are given, which the types of the overridden method list. */
  override query = ((...given: readonly unknown[]): unknown => {
    const [text, values, ...more] = given;
    const statement = typeof text === 'string' && isPrepared(text) ? [{ name: nameOf(text), text, values }] : undefined;
    return Reflect.apply(super.query.bind(this), this, statement ? [...statement, ...more] : given);
  }) as pg.Client['query'];
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `calendar_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
