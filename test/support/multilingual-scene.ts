import { afterAll, beforeAll } from '@jest/globals';
import type { Language } from './languages.js';
import { createEach, startMultilingual, type EveryKind, type Multilingual, type Translated } from './texts.js';

/** A calendar with records of every kind in every set of languages. */
export interface MultilingualScene extends Multilingual {
  readonly records: EveryKind<Translated[]>;
}

/** Opens such a calendar for the tests of a group, and closes it after them: what is given is filled before they run. */
export function multilingualScene(byDefault: Language): MultilingualScene {
  const scene = {} as MultilingualScene;
  beforeAll(async () => {
    const opened = await startMultilingual(byDefault);
    Object.assign(scene, opened, { records: await createEach(opened.calendar) });
  });
  afterAll(() => scene.close());
  return scene;
}
