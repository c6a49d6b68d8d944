import { afterAll, beforeAll } from '@jest/globals';
import { casesByRunMode } from '../jest/run-mode.js';
import { LANGUAGES, type Language } from './languages.js';
import {
  createEveryCombination,
  startMultilingualCalendar,
  type PerKind,
  type MultilingualCalendar,
  type TranslatedRecord,
} from './translated-records.js';

/**
 * Default languages to test. The short form leaves out Catalan and English: with Spanish, the fallback order takes all
 * branches (3.2).
 */
export const DEFAULT_LANGUAGES = casesByRunMode(LANGUAGES, (language) => language === 'es');

/** A calendar with records of every kind in every set of languages. */
interface MultilingualFixture extends MultilingualCalendar {
  readonly records: PerKind<TranslatedRecord[]>;
}

/**
 * Opens the fixture before the tests of a `describe` and closes it after them. The returned object is filled before
 * they run.
 */
export function useMultilingualFixture(byDefault: Language): MultilingualFixture {
  const fixture = {} as MultilingualFixture;
  beforeAll(async () => {
    const opened = await startMultilingualCalendar(byDefault);
    Object.assign(fixture, opened, { records: await createEveryCombination(opened.calendar) });
  });
  afterAll(() => fixture.close());
  return fixture;
}
