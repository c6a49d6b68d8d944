import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEPENDENCY_FLOORS, type Floor } from './dependency-floors.js';

interface Lock {
  readonly packages: Record<string, { readonly version: string }>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as { overrides: Record<string, unknown> };

/** Versions of all installed copies of a package. */
const versionsOf = (name: string) =>
  Object.entries(packages).flatMap(([path, { version }]) => (path.endsWith(`node_modules/${name}`) ? [version] : []));
const numbersOf = (version: string) => version.split(/[.-]/, 3).map(Number) as [number, number, number];

/** Whether a version has the fix: it is at or above the floor of its major line, or its major is above all floors. */
const hasFix = (version: string, { fixedIn }: Pick<Floor, 'fixedIn'>) => {
  const [major, minor, patch] = numbersOf(version);
  const floors = fixedIn.map(numbersOf);
  const floor = floors.find((candidate) => candidate[0] === major);
  if (!floor) return floors.every((lowest) => lowest[0] < major);
  return minor > floor[1] || (minor === floor[1] && patch >= floor[2]);
};

describe('Installed packages', () => {
  it.each([
    ['2.3.2', true],
    ['2.3.1', false],
    ['2.10.0', true],
    ['3.9.9', false],
    ['4.0.3', false],
    ['4.0.4', true],
    ['5.0.0', true],
    ['1.9.9', false],
  ])('version %s has the fix of 2.3.2 and 4.0.4: %s (12.6)', (version, expected) => {
    expect(hasFix(version, { fixedIn: ['2.3.2', '4.0.4'] })).toBe(expected);
  });

  it.each(DEPENDENCY_FLOORS.map((floor) => [floor.name, floor.fixedIn.join(', '), floor.source, floor] as const))(
    '%s is at least %s, which fixes %s (12.6)',
    (name, _from, _source, floor) => {
      const versions = versionsOf(name);
      // A package that is no longer installed must be removed from the list.
      expect(versions).not.toEqual([]);
      expect(versions.filter((version) => !hasFix(version, floor))).toEqual([]);
    },
  );

  it('every copy of an overridden package has the version from the overrides (12.6)', () => {
    const pinned = Object.entries(overrides).filter(([, version]) => typeof version === 'string');
    expect(Object.keys(overrides)).toContain('kysely');
    for (const [name, version] of pinned) expect([name, new Set(versionsOf(name))]).toEqual([name, new Set([version])]);
  });
});
