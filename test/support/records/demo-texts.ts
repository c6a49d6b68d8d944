import { readDemoData, type DemoRecord, type DemoFields } from '../../../src/demo/demo-data.js';
import type { Kind } from './kinds.js';
import { LANGUAGES, servedLanguage, type Language } from '../languages/languages.js';

/** Fields of a demo event. */
export interface DemoEventFields extends DemoFields {
  readonly post_parent?: string;
  readonly timezone?: string;
  readonly venue?: readonly string[];
  readonly organizer: readonly string[];
  readonly categories: readonly string[];
  readonly tags?: readonly string[];
  readonly image?: { readonly url: string };
  readonly cost: string | number | readonly string[];
}

/** The records of the demo by kind and key, in the order of their ids: the first has id 1. */
export const DEMO = readDemoData();

/** The records of a kind, the one with id 1 first. */
export const demoRecords = (path: Kind['path']): readonly DemoRecord[] => [...DEMO[path].values()];

/** The fields of each event by key. */
export const demoEvents = (): ReadonlyMap<string, DemoEventFields> =>
  new Map([...DEMO.events].map(([key, { fields }]) => [key, fields as DemoEventFields]));

/** The languages of a record. */
export const languagesOf = ({ texts }: DemoRecord): Language[] => LANGUAGES.filter((language) => texts.has(language));

/** The ids of the records that an event links to, by link. */
export function linkedIds({ venue = [], organizer, categories, tags = [] }: DemoEventFields) {
  const idsOf = (path: Kind['path'], keys: readonly string[]) =>
    keys.map((key) => [...DEMO[path].keys()].indexOf(key) + 1);
  return {
    venue: idsOf('venues', venue),
    organizer: idsOf('organizers', organizer),
    categories: idsOf('categories', categories),
    tags: idsOf('tags', tags),
  };
}

/** The texts of a record as served in a language, with English as the default language. */
export function demoTexts(path: Kind['path'], id: number, requested: Language): Record<string, unknown> {
  const record = demoRecords(path)[id - 1];
  if (!record) throw new Error(`The demo has no ${path} with id ${id}`);
  const language = servedLanguage(requested, languagesOf(record), 'en');
  return { description: '', ...record.texts.get(language), ml_language: language };
}
