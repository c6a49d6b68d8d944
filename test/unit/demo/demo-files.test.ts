import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEMO_KINDS } from '../../../src/demo/demo-data.js';
import { LANGUAGES } from '../../../src/kernel/language/languages.js';
import { checkDemoFiles, type DemoFiles } from './check-demo-files.js';

const FOLDER = 'src/demo/data';
const FILES = Object.fromEntries(
  globSync('**/*.json', { cwd: FOLDER }).map((file) => [file, JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))]),
) as DemoFiles;

/** Demo files with changed fields in one record. */
const edited = (file: string, key: string, fields: object): DemoFiles => ({
  ...FILES,
  [file]: { ...FILES[file], [key]: { ...FILES[file]?.[key], ...fields } },
});

const without = (key: string, records: DemoFiles[string] = {}): DemoFiles[string] =>
  Object.fromEntries(Object.entries(records).filter(([recordKey]) => recordKey !== key));

describe('JSON files of the demo', () => {
  it('exist for each kind, and for each kind in each language', () => {
    const expected = DEMO_KINDS.flatMap((kind) => [
      `${kind}.json`,
      ...LANGUAGES.map((language) => `${language}/${kind}.json`),
    ]);
    expect(Object.keys(FILES).toSorted()).toEqual(expected.toSorted());
  });

  it('have the fields of their kind, existing links, and a note if a language is missing (11.2)', () => {
    expect(checkDemoFiles(FILES)).toEqual([]);
  });
});

describe('checkDemoFiles', () => {
  const withSchedule = (schedule: object) => edited('events.json', 'chess', { schedule });

  it.each<[string, DemoFiles, string]>([
    [
      'a misspelled field',
      edited('events.json', 'chess', { catgories: ['sport'] }),
      'events.json: chess: Unrecognized key: "catgories"',
    ],
    [
      'two rules for the first day',
      withSchedule({ inDays: 1, easter: 2 }),
      'events.json: chess.schedule: expected exactly one of ' +
        'inDays, weekday+week, annual, weekday+onOrAfter, easter, dayOfParent, hoursFromNow',
    ],
    [
      'a link to a record that does not exist',
      edited('events.json', 'chess', { venue: ['sqare'] }),
      'events.json: chess.venue: no "sqare" in venues.json',
    ],
    [
      'a parent that comes later',
      edited('events.json', 'chess', { post_parent: 'plantFair' }),
      'events.json: chess.post_parent: "plantFair" must come before "chess"',
    ],
    [
      'a record without texts in a language',
      { ...FILES, 'es/tags.json': without('sea', FILES['es/tags.json']) },
      'tags.json: sea: no texts in es, and no note that says why',
    ],
    [
      'two records with one slug',
      edited('en/tags.json', 'sea', { name: 'Night' }),
      'en/tags.json: night: same slug as sea: night',
    ],
  ])('reports %s', (_title, files, expected) => {
    expect(checkDemoFiles(files)).toContain(expected);
  });
});
