import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The condition under which an event counts for its terms: everybody finds it in a list, with its terms. */
export function countsForTerms(alias: string, now: RawBuilder<Date>): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} <= ${now}
    and ${column('trashed_at')} is null and not ${column('hide_from_listings')} and ${column('password_hash')} is null)`;
}
