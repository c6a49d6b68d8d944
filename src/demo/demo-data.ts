import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../kernel/language/languages.js';
import type { DemoSchedule } from './schedule.js';

/** The kinds of demo records. Events come last, because they link to all other kinds. */
export const DEMO_KINDS = ['venues', 'organizers', 'categories', 'tags', 'events'] as const;
export type DemoKind = (typeof DEMO_KINDS)[number];

/** Parameters of the REST API by name. Links are keys of records instead of ids. */
export type DemoFields = Readonly<Record<string, unknown>>;

/** Fields that name other records by key, and the kind of those records. */
export const LINKED_KIND_BY_FIELD = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
  parent: 'categories',
  post_parent: 'events',
} as const satisfies Readonly<Record<string, DemoKind>>;

/** A record of the demo. `fields` are the same in all languages, `texts` has the fields of each language. */
export interface DemoRecord {
  readonly fields: DemoFields;
  readonly texts: ReadonlyMap<Language, DemoFields>;
  /** Dates of an event. */
  readonly schedule?: DemoSchedule;
}

/** Records by kind and key, in the order of loading. */
export type DemoData = Readonly<Record<DemoKind, ReadonlyMap<string, DemoRecord>>>;

/** Reads the demo from the JSON files in `data/`. `src/demo/README.md` describes them. */
export function readDemoData(): DemoData {
  return Object.fromEntries(DEMO_KINDS.map((kind) => [kind, readRecords(kind)])) as unknown as DemoData;
}

function readRecords(kind: DemoKind): ReadonlyMap<string, DemoRecord> {
  const translations = LANGUAGES.map((language) => [language, readJsonIfExists(`${language}/${kind}.json`)] as const);
  const records = Object.entries(readJsonIfExists(`${kind}.json`));
  return new Map(
    records.map(([key, { note: _note, schedule, ...fields }]) => {
      const texts = translations.flatMap(([language, byKey]) => (byKey[key] ? [[language, byKey[key]] as const] : []));
      return [key, { fields, texts: new Map(texts), schedule: schedule as DemoSchedule | undefined }];
    }),
  );
}

/** Returns no records if the file does not exist: a language need not have texts of every kind. */
function readJsonIfExists(file: string): Readonly<Record<string, DemoFields>> {
  const path = join(import.meta.dirname, 'data', file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, DemoFields>) : {};
}
