import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/api';
const REPORTS = readdirSync(FOLDER).map((file) => readFileSync(join(FOLDER, file), 'utf8'));

describe('Public API', () => {
  it('has documentation for every export', () => {
    const undocumented = REPORTS.flatMap((report) => [
      ...report.matchAll(/\(undocumented\)\nexport (?:declare |abstract )*\w+ (\w+)/g),
    ]);
    expect(undocumented.map(([, name]) => name)).toEqual([]);
  });
});
