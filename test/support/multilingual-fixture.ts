import { afterAll, beforeAll } from '@jest/globals';
import type { Language } from './languages.js';
import {
  createEveryCombination,
  startMultilingualCalendar,
  type PerKind,
  type MultilingualCalendar,
  type TranslatedRecord,
} from './translated-records.js';

/** A calendar with records of every kind in every set of languages. */
export interface MultilingualFixture extends MultilingualCalendar {
  readonly records: PerKind<TranslatedRecord[]>;
}

/** Opens such a calendar for the tests of a group, and closes it after them: what is given is filled before they run. */
export function useMultilingualFixture(byDefault: Language): MultilingualFixture {
  const scene = {} as MultilingualFixture;
  beforeAll(async () => {
    const opened = await startMultilingualCalendar(byDefault);
    Object.assign(scene, opened, { records: await createEveryCombination(opened.calendar) });
  });
  afterAll(() => scene.close());
  return scene;
}
