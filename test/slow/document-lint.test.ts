import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../support/languages/languages.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const LINTER = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer: string }[];
}
interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly Problem[];
}

let calendar: TestCalendar;
let folder: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  folder = mkdtempSync(join(tmpdir(), 'calendar-lint-'));
  writeFileSync(join(folder, 'redocly.yaml'), 'extends:\n  - recommended\ntelemetry: off\n');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await calendar.close();
});

/** Runs the recommended linter rules on a document. The linter exits with an error code if the document has errors. */
function lint(file: string): Promise<Report> {
  const settings = {
    cwd: folder,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
  };
  const { promise, resolve, reject } = Promise.withResolvers<Report>();
  execFile(process.execPath, [LINTER, 'lint', '--format=json', file], settings, (error, output, complaints) => {
    if (output.startsWith('{')) resolve(JSON.parse(output) as Report);
    else reject(error ?? new Error(complaints));
  });
  return promise;
}

const shown = ({ severity, ruleId, location, message }: Problem) =>
  `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`;

describe('OpenAPI linter', () => {
  it.each(LANGUAGES)('reports nothing for the API document in %s (10.2)', async (language) => {
    const { text } = await calendar.request('GET', `doc?ml_language=${language}`);
    writeFileSync(join(folder, `${language}.json`), text);
    const { totals, problems } = await lint(`${language}.json`);
    expect(problems.map(shown)).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  it('reports an error in a document (10.2)', async () => {
    const { text } = await calendar.request('GET', 'doc');
    writeFileSync(
      join(folder, 'wrong.json'),
      text.replace('"operationId":"createEvent"', '"operationId":"listEvents"'),
    );
    const { problems } = await lint('wrong.json');
    expect(problems.map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });
});
