import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KNOWN_DEFECTS } from './dependency-floors.js';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { readonly version: string }>;
};
const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as { overrides: Record<string, unknown> };

/** Versions of all installed copies of a package. */
const versionsOf = (name: string) =>
  Object.entries(packages).flatMap(([path, { version }]) => (path.endsWith(`node_modules/${name}`) ? [version] : []));
const numbersOf = (version: string) => version.split(/[.-]/, 3).map(Number) as [number, number, number];

/** Whether a version has the fix: it is at or above the floor of its major line, or its major is above all floors. */
const hasFix = (version: string, fixedIn: readonly string[]) => {
  const [major, minor, patch] = numbersOf(version);
  const floors = fixedIn.map(numbersOf);
  const floor = floors.find((candidate) => candidate[0] === major);
  if (!floor) return floors.every((lowest) => lowest[0] < major);
  return minor > floor[1] || (minor === floor[1] && patch >= floor[2]);
};

describe('Installed packages', () => {
  it.each(KNOWN_DEFECTS)('%s is at least %j, which fixes %s: %s', (name, fixedIn) => {
    const versions = versionsOf(name);
    // A package that is no longer installed must be removed from the list.
    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !hasFix(version, fixedIn))).toEqual([]);
  });

  it('every copy of an overridden package has the version from the overrides', () => {
    const pinned = Object.entries(overrides).filter(([, version]) => typeof version === 'string');
    expect(Object.keys(overrides)).toContain('kysely');
    for (const [name, version] of pinned) expect([name, new Set(versionsOf(name))]).toEqual([name, new Set([version])]);
  });
});
