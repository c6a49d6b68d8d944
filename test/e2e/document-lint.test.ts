import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byRunMode } from '../support/run/run-mode.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const LINTER = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Rules that are not in the strict ruleset of the linter. */
const RULES = {
  'array-parameter-serialization': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'response-contains-header': { severity: 'error', names: { '2XX': ['X-Request-Id'], '4XX': ['X-Request-Id'] } },
  'scalar-property-missing-example': 'error',
  'rule/error-media-type': {
    severity: 'error',
    subject: { type: 'MediaTypesMap' },
    where: [{ subject: { type: 'Response', matchParentKeys: '/^[45]/' }, assertions: {} }],
    assertions: { required: ['application/problem+json'] },
  },
  'rule/request-media-types': {
    severity: 'error',
    subject: { type: 'MediaTypesMap' },
    where: [{ subject: { type: 'RequestBody' }, assertions: {} }],
    assertions: { required: ['application/json', 'application/x-www-form-urlencoded'] },
  },
};

/** Members that the OpenAPI specification leaves optional. */
const REQUIRED_MEMBERS = {
  Info: ['description'],
  Server: ['description'],
  Tag: ['description', 'x-displayName'],
  SecurityScheme: ['description'],
  Operation: ['description', 'security'],
  Parameter: ['description'],
  Header: ['description'],
  MediaType: ['schema', 'examples'],
};

const calendar = useTestCalendar();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-lint-'));
  const required = Object.entries(REQUIRED_MEMBERS).map(([type, members]) => [
    `rule/${type}`,
    { severity: 'error', subject: { type }, assertions: { required: members } },
  ]);
  const rules = { ...RULES, ...(Object.fromEntries(required) as object) };
  // JSON is valid YAML.
  writeFileSync(
    join(folder, 'redocly.yaml'),
    JSON.stringify({ extends: ['recommended-strict'], telemetry: 'off', rules }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the linter on documents by file name. Returns the lines of its report. */
async function lint(documents: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, text] of Object.entries(documents)) writeFileSync(join(folder, file), text);
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  const options = ['lint', '--format=github-actions', '--max-problems=20', ...Object.keys(documents)];
  const run = promisify(execFile)(process.execPath, [LINTER, ...options], { cwd: folder, env });
  const { stdout } = await run.catch((error: Error & { stdout: string }) => error);
  return stdout.split('\n').filter((line) => line.includes('.json'));
}

/** The short form lints the document in one language. Another test shows that its structure is the same in every language. */
it('OpenAPI linter: reports nothing for the document, and finds an invalid example and missing members (10.2)', async () => {
  const texts = await Promise.all(
    byRunMode<readonly Language[]>(['en'], LANGUAGES).map(
      async (language) => (await calendar.request('GET', `doc?ml_language=${language}`)).text,
    ),
  );
  const invalidDocument = texts[0]
    ?.replace(/"examples":\[(?=1\])/, '"examples":["x",')
    .replace('"x-displayName"', '"x-name"')
    .replace('"application/problem+json"', '"text/plain"');
  const documents = texts.map((text, index) => [`document-${index}.json`, text] as const);
  const report = await lint({ ...Object.fromEntries(documents), 'invalid.json': invalidDocument ?? '' });
  expect(report.filter((line) => !line.includes('invalid.json'))).toEqual([]);
  for (const rule of ['no-invalid-schema-examples', 'rule/Tag', 'rule/error-media-type'])
    expect(report.join('\n')).toContain(rule);
});
