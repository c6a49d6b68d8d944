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
  const withEvent = (fields: object) => edited('events.json', 'chess', fields);
  const withoutSpanishTag = (tag: string): DemoFiles => {
    const { [tag]: _removed, ...tags } = FILES['es/tags.json'] ?? {};
    return { ...FILES, 'es/tags.json': tags };
  };

  const FIRST_DAYS = 'inDays, weekday+week, annual, weekday+onOrAfter, easter, dayOfParent, hoursFromNow';

  it.each<[report: string, files: DemoFiles]>([
    ['events.json: chess: Unrecognized key: "catgories"', withEvent({ catgories: ['sport'] })],
    [
      `events.json: chess.schedule: expected exactly one of ${FIRST_DAYS}`,
      withEvent({ schedule: { inDays: 1, easter: 2 } }),
    ],
    ['events.json: chess.venue: no "sqare" in venues.json', withEvent({ venue: ['sqare'] })],
    ['events.json: chess.post_parent: "plantFair" must come before "chess"', withEvent({ post_parent: 'plantFair' })],
    ['tags.json: sea: no texts in es, and no note that says why', withoutSpanishTag('sea')],
    ['en/tags.json: night: same slug as sea: night', edited('en/tags.json', 'sea', { name: 'Night' })],
  ])('reports: %s', (expected, files) => {
    expect(checkDemoFiles(files)).toContain(expected);
  });
});
