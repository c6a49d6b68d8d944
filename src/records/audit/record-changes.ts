import type { EntityProperty } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Language } from '../../kernel/language/languages.js';
import type { FieldChange, FieldChanges } from './audit-entry.entity.js';
import { rowChanges, apiNameOfProperty } from './row-changes.js';
import { linkedProperty, propertyValue, type WrittenRecord } from './written-record.js';
import { snapshotRow, type WrittenRow } from './written-row.js';

/** What is changed in a record, in all its rows, and the language of its texts among that. */
export function changesOfRecord({ ownRow, translations, links }: WrittenRecord): {
  changes: FieldChanges;
  language: Language | null;
} {
  const translationChanges = translations.map((row) => ({ row, changes: rowChanges(row) }));
  const written = translationChanges.find(
    ({ row, changes }) => row.operation !== 'updated' || Object.keys(changes).length > 0,
  );
  const changes: FieldChanges = Object.assign(
    {},
    ownRow && rowChanges(ownRow),
    ...translationChanges.map((each) => each.changes),
    linkChanges(links),
  );
  return { changes, language: translationLanguage(written?.row) };
}

const translationLanguage = (row: WrittenRow | undefined): Language | null =>
  row ? (row.entity as TranslationEntity).language : null;

function linkChanges(links: readonly WrittenRow[]): FieldChanges {
  const byName = Map.groupBy(links, ({ meta }) => apiNameOfProperty(linkedProperty(meta) as EntityProperty));
  return Object.fromEntries([...byName].map(([name, rows]) => [name, linkedIdsChange(rows)]));
}

/** Where links come or go the places of others follow: that they move is said only where it is all there is. */
function linkedIdsChange(rows: readonly WrittenRow[]): FieldChange {
  const ids = (how: WrittenRow['operation']) =>
    rows
      .filter((row) => row.operation === how)
      .map((row) => (propertyValue(row, linkedProperty(row.meta) as EntityProperty) as { id: number }).id);
  const [added, removed] = [ids('created'), ids('removed')];
  if (added.length === 0 && removed.length === 0) return { moved: true };
  return { ...(added.length > 0 ? { added } : {}), ...(removed.length > 0 ? { removed } : {}) };
}

/**
 * The same of a record that is about to go, whose texts go with it unnamed: it is called as a read in the language asked for would
 * call it.
 */
export async function removalChanges(em: EntityManager, written: WrittenRecord, requested: Language) {
  const { kind, record } = written;
  const meta = [...em.getMetadata().getAll().values()].find(({ tableName }) => tableName === kind.translationsTable);
  // On its own: what is removed would be looked for in the same unit of work.
  const fork = em.fork({ keepTransactionContext: true });
  const translations = await fork.find<TranslationEntity>(meta?.class as never, { [kind.name]: record.id });
  const served = translations.find(({ fallbackLanguages }) => fallbackLanguages.includes(requested));
  const removal = changesOfRecord({ ...written, translations: served ? [snapshotRow(fork, served, 'removed')] : [] });
  const removed = translations.map(({ language }) => language).toSorted();
  return { ...removal, changes: { ...removal.changes, ml_translations: { removed } } };
}

interface TranslationEntity {
  readonly language: Language;
  readonly fallbackLanguages: readonly Language[];
}
