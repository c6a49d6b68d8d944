import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DEPENDENCY_FLOORS, type Floor } from './dependency-floors.js';

interface Lock {
  readonly packages: Record<string, { readonly version: string }>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as { overrides: Record<string, unknown> };

/** The versions of every copy of a package. */
const versionsOf = (name: string) =>
  Object.entries(packages).flatMap(([path, { version }]) => (path.endsWith(`node_modules/${name}`) ? [version] : []));
const numbersOf = (version: string) => version.split(/[.-]/, 3).map(Number) as [number, number, number];

/** Whether a version is without a fault: at the floor of its line or above, or of a line after the last that had it. */
const isMended = (version: string, { from }: Pick<Floor, 'from'>) => {
  const [major, minor, patch] = numbersOf(version);
  const floors = from.map(numbersOf);
  const floor = floors.find((each) => each[0] === major);
  if (!floor) return floors.every((each) => each[0] < major);
  return minor > floor[1] || (minor === floor[1] && patch >= floor[2]);
};

describe('installed packages', () => {
  it.each([
    ['2.3.2', true],
    ['2.3.1', false],
    ['2.10.0', true],
    ['3.9.9', false],
    ['4.0.3', false],
    ['4.0.4', true],
    ['5.0.0', true],
    ['1.9.9', false],
  ])('12.6 are compared by their lines: %s', (version, expected) => {
    expect(isMended(version, { from: ['2.3.2', '4.0.4'] })).toBe(expected);
  });

  it.each(DEPENDENCY_FLOORS.map((floor) => [floor.name, floor.from.join(', '), floor.source, floor] as const))(
    '12.6 have no fault that is known: %s from %s on, %s',
    (name, _from, _source, floor) => {
      const versions = versionsOf(name);
      // One that is not installed any more need not be listed.
      expect(versions).not.toEqual([]);
      expect(versions.filter((version) => !isMended(version, floor))).toEqual([]);
    },
  );

  it('12.6 are those that the overrides name, whoever depends on them', () => {
    const named = Object.entries(overrides).filter(([, version]) => typeof version === 'string');
    expect(Object.keys(overrides)).toContain('kysely');
    for (const [name, version] of named) expect([name, new Set(versionsOf(name))]).toEqual([name, new Set([version])]);
  });
});
