import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
}

interface BillOfMaterials {
  readonly metadata: { readonly component: Component & { readonly type: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const text = { type: 'string', minLength: 1 };
const licence = {
  type: 'object',
  oneOf: [{ required: ['license'] }, { required: ['expression'] }],
  properties: {
    expression: text,
    license: {
      type: 'object',
      oneOf: [{ required: ['id'] }, { required: ['name'] }],
      properties: { id: text, name: text },
    },
  },
};
const hash = {
  type: 'object',
  required: ['alg', 'content'],
  properties: {
    alg: { enum: ['SHA-1', 'SHA-512'] },
    content: { type: 'string', pattern: '^([a-f0-9]{40}|[a-f0-9]{128})$' },
  },
};
const component = {
  type: 'object',
  required: ['type', 'name', 'version', 'bom-ref', 'purl'],
  properties: {
    type: { enum: ['application', 'library'] },
    scope: { enum: ['required', 'optional', 'excluded'] },
    name: text,
    version: text,
    purl: { type: 'string', pattern: '^pkg:npm/(%40[\\w.-]+/)?[\\w.-]+@[\\w.-]+$' },
    licenses: { type: 'array', minItems: 1, items: licence },
    hashes: { type: 'array', items: hash },
  },
};

/** Schema of the used members of CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). It also requires purls. */
const SCHEMA = {
  type: 'object',
  required: ['bomFormat', 'specVersion', 'serialNumber', 'version', 'metadata', 'components', 'dependencies'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'http://cyclonedx.org/schema/bom-1.5.schema.json' },
    bomFormat: { const: 'CycloneDX' },
    specVersion: { const: '1.5' },
    serialNumber: { type: 'string', pattern: '^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    version: { type: 'integer', minimum: 1 },
    metadata: { type: 'object', required: ['timestamp', 'component'], properties: { timestamp: text, component } },
    components: { type: 'array', uniqueItems: true, items: component },
    dependencies: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['ref', 'dependsOn'],
        properties: { ref: text, dependsOn: { type: 'array', uniqueItems: true, items: text } },
      },
    },
  },
};

let folder: string;
let written: string;
let bom: BillOfMaterials;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-sbom-'));
  const file = join(folder, 'sbom.cdx.json');
  execFileSync('npm', ['run', '-s', 'sbom', '--', file], { stdio: 'pipe', shell: process.platform === 'win32' });
  written = readFileSync(file, 'utf8');
  bom = JSON.parse(written) as BillOfMaterials;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('Bill of materials', () => {
  it('is valid CycloneDX 1.5, with a purl and the known licence of each component', () => {
    const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(SCHEMA);
    validate(bom);
    expect(validate.errors).toBeNull();
    // Their manifests declare MIT in a form that npm does not read.
    const unknown = bom.components.filter(({ licenses }) => !licenses).map(({ name }) => name);
    expect(unknown).toEqual(['busboy', 'streamsearch']);
    const { type, name, version } = bom.metadata.component;
    const own = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
    expect([type, name, version]).toEqual(['application', own.name, own.version]);
  });

  it('lists each runtime package with its version, and no development package', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean; devOptional?: boolean }>;
    };
    const expected = Object.entries(packages).flatMap(([path, { version, dev }]) =>
      path === '' || dev ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
    );
    const named = bom.components.map(({ name, version }) => `${name}@${version}`);
    expect(named.toSorted()).toEqual([...new Set(expected)].toSorted());
    expect(named).toEqual(expect.arrayContaining(['express@5.3.0', 'kysely@0.29.9']));
    const names = bom.components.map(({ name }) => name);
    expect(names.filter((name) => ['jest', 'oxlint', 'prettier'].includes(name))).toEqual([]);
  });

  it('lists all dependencies, and contains no data of the build machine', () => {
    const refs = new Set([bom.metadata.component, ...bom.components].map((each) => each['bom-ref']));
    expect(new Set(bom.dependencies.map(({ ref }) => ref))).toEqual(refs);
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
    expect(written).not.toContain(process.cwd());
    expect(written).not.toMatch(
      new RegExp(`//([^/"]*@|localhost|127\\.|10\\.|${hostname().replaceAll('.', '\\.')}[:/])`),
    );
  });
});
