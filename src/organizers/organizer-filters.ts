import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readable } from '../common/auth/permissions.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { SortKey } from '../common/pagination/sort-key.js';
import { foldedWords } from '../common/text/fold.js';
import { containsWords, serves } from '../common/texts/served-text.js';
import type { ListOrganizersQuery } from './dto/list-organizers.query.js';

/** The order of the list: the newest first. */
export const ORGANIZER_ORDER: SortKey = {
  name: 'date',
  direction: 'desc',
  expression: sql`coalesce(o.published_at, 'infinity')`,
  type: 'timestamptz',
};

/** Where organizers are looked for, in the language asked for. */
export function organizersFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`organizers as o join organizer_texts as t on t.organizer_id = o.id and ${serves('t', language.asked)}`;
}

/** What a list of organizers asks for. */
export function organizerFilters(
  { principal, language }: RequestContext,
  query: ListOrganizersQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters = [sql<SqlBool>`${readable(principal, 'o', now)}`];
  if (query.ml_fallback === 'none') filters.push(sql<SqlBool>`t.language = ${language.asked}`);
  if (query.include) filters.push(sql<SqlBool>`o.id = any (${query.include}::bigint[])`);
  const words = foldedWords(query.search ?? '');
  if (words.length > 0) filters.push(containsWords([sql.ref('t.folded'), sql.ref('o.folded_facts')], words));
  return filters;
}
