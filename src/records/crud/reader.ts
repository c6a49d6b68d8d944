import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely';
import type { Requester } from '../../kernel/context/permissions.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { AddedRow } from '../extension-points/addition.js';
import type { Additions } from '../extension-points/additions.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** For whom a record is read, and as what. */
export interface Reader {
  readonly requester: Requester;
  /** The language asked for. */
  readonly asked: Language;
  /** The present, for statements. */
  readonly now: RawBuilder<Date>;
  readonly additions: Additions;
}

/** What of a reader differs from request to request. */
type Filled = Pick<Reader, 'now'> & { readonly requester: RawBuilder<number | null> };

/** What fills the holes that {@link inTemplate} leaves. */
export const fillingsOf = ({ now, requester: { id } }: Reader): Filled => ({ now, requester: sql`${id}` });

/** The same reader where nobody's id stands, nor any moment: a select that is made for him serves the next of that role too. */
export const inTemplate = (reader: Reader, { now, requester: id }: Filled): Reader => ({
  ...reader,
  now,
  requester: { role: reader.requester.role, id },
});

/** What makes a select another one: the language, and, where something is added that may depend on it, the role. */
export function nameOf({ asked, requester, additions: { key } }: Reader): string {
  return key === '' ? asked : `${asked} for ${requester.role} with ${key}`;
}

/** The reader that a request is. */
export const readerOf = (
  { principal, language }: RequestContext,
  now: RawBuilder<Date>,
  additions: Additions,
): Reader => ({ requester: { role: principal.role, id: principal.id }, asked: language.asked, now, additions });

/** What extensions add to a select of records, by the alias of their table: nothing where there are none. */
export function addedTo(
  { additions, requester, asked, now }: Reader,
  kind: RecordKind,
  alias: string,
): readonly AliasedRawBuilder<AddedRow, 'added'>[] {
  return additions.selection(kind, { requester, asked, now, alias });
}
