// Writes what the service is made of, its packages and their licences, as CycloneDX into sbom.cdx.json, or the file that is named.
// The lock file says it all: nothing has to be installed, and nothing is asked for over the network.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const OPTIONS = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
// npm tells its scripts where it is, which needs no shell to be found, on Windows either.
const npm = process.env.npm_execpath;
if (!npm) throw new Error('Run it by npm: npm run sbom');
const bom = JSON.parse(execFileSync(process.execPath, [npm, 'sbom', ...OPTIONS], { encoding: 'utf8' }));
const { name, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

// With --omit=dev npm also leaves out what runs where something that only builds or tests depends on it, too.
const runs = new Set(Object.entries(packages).flatMap(([path, each]) => (each.dev ? [] : [nameOf(path, each)])));
bom.components = bom.components.filter((each) => runs.has(`${each.name}@${each.version}`));
const refs = new Set([bom.metadata.component, ...bom.components].map((each) => each['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
// npm takes the name of the folder.
bom.metadata.component.name = name;

writeFileSync(file, `${JSON.stringify(bom, undefined, 2)}\n`);
process.stdout.write(`${file}: ${bom.components.length} components\n`);

/** A package as the bill names it, by its path in the lock file. */
function nameOf(path, { version }) {
  return `${path.split('node_modules/').at(-1)}@${version}`;
}
