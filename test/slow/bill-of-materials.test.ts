import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly object[];
}

interface BillOfMaterials {
  readonly metadata: { readonly component: Component & { readonly type: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

let folder: string;
let json: string;
let bom: BillOfMaterials;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-sbom-'));
  const file = join(folder, 'sbom.cdx.json');
  execFileSync('npm', ['run', '-s', 'sbom', '--', file], { stdio: 'pipe', shell: process.platform === 'win32' });
  json = readFileSync(file, 'utf8');
  bom = JSON.parse(json) as BillOfMaterials;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('Bill of materials', () => {
  it('is CycloneDX 1.5, names the service, and has the licence of each component except two', () => {
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    // The manifests of these two declare MIT in a form that npm does not read.
    const unknown = bom.components.filter(({ licenses }) => !licenses).map(({ name }) => name);
    expect(unknown).toEqual(['busboy', 'streamsearch']);
    const { type, name, version } = bom.metadata.component;
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
    expect([type, name, version]).toEqual(['application', manifest.name, manifest.version]);
  });

  it('lists each runtime package with its version, and no development package', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean; devOptional?: boolean }>;
    };
    const expected = Object.entries(packages).flatMap(([path, { version, dev }]) =>
      path === '' || dev ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
    );
    const identifiers = bom.components.map(({ name, version }) => `${name}@${version}`);
    expect(identifiers.toSorted()).toEqual([...new Set(expected)].toSorted());
    expect(identifiers).toEqual(expect.arrayContaining(['express@5.3.0', 'kysely@0.29.9']));
    const names = bom.components.map(({ name }) => name);
    expect(names.filter((name) => ['vitest', 'oxlint', 'oxfmt'].includes(name))).toEqual([]);
  });

  it('lists all dependencies, and contains no data of the build machine', () => {
    const refs = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']));
    expect(new Set(bom.dependencies.map(({ ref }) => ref))).toEqual(refs);
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
    expect(json).not.toContain(process.cwd());
    expect(json).not.toMatch(new RegExp(`//([^/"]*@|localhost|127\\.|10\\.|${hostname().replaceAll('.', '\\.')}[:/])`));
  });
});
