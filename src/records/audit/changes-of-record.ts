import type { EntityProperty } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Language } from '../../kernel/language/languages.js';
import type { Change, Changes } from './audit-entry.entity.js';
import { changesOf, interfaceName } from './changes-of.js';
import { linkedProperty, valueOf, type WrittenRecord } from './written-record.js';
import { rowOf, type WrittenRow } from './written-row.js';

/** What is changed in a record, in all its rows, and the language of its texts among that. */
export function allChangesOf({ own, texts, links }: WrittenRecord): { changes: Changes; language: Language | null } {
  const ofTexts = texts.map((row) => ({ row, changes: changesOf(row) }));
  const written = ofTexts.find(({ row, changes }) => row.how !== 'updated' || Object.keys(changes).length > 0);
  const changes: Changes = Object.assign(
    {},
    own && changesOf(own),
    ...ofTexts.map((each) => each.changes),
    changesOfLinks(links),
  );
  return { changes, language: languageOf(written?.row) };
}

const languageOf = (row: WrittenRow | undefined): Language | null => (row ? (row.entity as TextEntity).language : null);

function changesOfLinks(links: readonly WrittenRow[]): Changes {
  const byName = Map.groupBy(links, ({ meta }) => interfaceName(linkedProperty(meta) as EntityProperty));
  return Object.fromEntries([...byName].map(([name, rows]) => [name, changeOfLinks(rows)]));
}

/** Where links come or go the places of others follow: that they move is said only where it is all there is. */
function changeOfLinks(rows: readonly WrittenRow[]): Change {
  const ids = (how: WrittenRow['how']) =>
    rows
      .filter((row) => row.how === how)
      .map((row) => (valueOf(row, linkedProperty(row.meta) as EntityProperty) as { id: number }).id);
  const [added, removed] = [ids('created'), ids('removed')];
  if (added.length === 0 && removed.length === 0) return { moved: true };
  return { ...(added.length > 0 ? { added } : {}), ...(removed.length > 0 ? { removed } : {}) };
}

/**
 * The same of a record that is about to go, whose texts go with it unnamed: it is called as a read in the language asked for would
 * call it.
 */
export async function changesOfRemoval(em: EntityManager, written: WrittenRecord, asked: Language) {
  const { kind, record } = written;
  const meta = [...em.getMetadata().getAll().values()].find(({ tableName }) => tableName === kind.texts);
  // On its own: what is removed would be looked for in the same unit of work.
  const own = em.fork({ keepTransactionContext: true });
  const all = await own.find<TextEntity>(meta?.class as never, { [kind.name]: record.id });
  const shown = all.find(({ serves }) => serves.includes(asked));
  const told = allChangesOf({ ...written, texts: shown ? [rowOf(own, shown, 'removed')] : [] });
  const removed = all.map(({ language }) => language).toSorted();
  return { ...told, changes: { ...told.changes, ml_translations: { removed } } };
}

interface TextEntity {
  readonly language: Language;
  readonly serves: readonly Language[];
}
