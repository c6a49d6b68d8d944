// Writes a bill of materials (CycloneDX) with the packages of the service and their licences to sbom.cdx.json, or to
// the file of the argument. Reads the lock file only: it needs neither installed packages nor the network.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const OPTIONS = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
// npm sets npm_execpath to its own path. Running that needs no shell, not even on Windows.
const npm = process.env.npm_execpath;
if (!npm) throw new Error('npm_execpath is not set. Run the script with `npm run sbom`.');
const bom = JSON.parse(execFileSync(process.execPath, [npm, 'sbom', ...OPTIONS], { encoding: 'utf8' }));
const { name, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

// npm's --omit=dev also omits packages that both the service and a dev dependency need.
const runtime = new Set(Object.entries(packages).flatMap(([path, entry]) => (entry.dev ? [] : [nameOf(path, entry)])));
bom.components = bom.components.filter((entry) => runtime.has(`${entry.name}@${entry.version}`));
const refs = new Set([bom.metadata.component, ...bom.components].map((entry) => entry['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((entry) => refs.has(entry)) }));
// npm uses the name of the folder.
bom.metadata.component.name = name;

writeFileSync(file, `${JSON.stringify(bom, undefined, 2)}\n`);
process.stdout.write(`${file}: ${bom.components.length} components\n`);

/** Name and version of a package, from its path in the lock file. */
function nameOf(path, { version }) {
  return `${path.split('node_modules/').at(-1)}@${version}`;
}
