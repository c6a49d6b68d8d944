// Writes down what the package exports into docs/api: a change of it shows in a diff. With `--check`, says what is otherwise than written
// there, and fails.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const ENTRIES = { calendar: 'index.d.ts', testing: 'testing/index.d.ts' };
const isCheck = process.argv.includes('--check');

// Beside what was built, where a package of it needs the types as well; what is remembered of them makes it quick.
execFileSync('npm', ['run', '-s', 'build:types'], { stdio: 'inherit', shell: process.platform === 'win32' });
const folder = mkdtempSync(join(tmpdir(), 'calendar-api-'));
mkdirSync('docs/api', { recursive: true });
try {
  for (const [name, entry] of Object.entries(ENTRIES)) report(name, entry);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(name, entry) {
  const options = { localBuild: !isCheck, messageCallback: quiet };
  const { apiReportChanged } = Extractor.invoke(extractorConfig(name, entry), options);
  if (!isCheck || !apiReportChanged) return;
  process.stderr.write(
    `The public API is not the one of docs/api/${name}.api.md. Run \`npm run api\`, look at what has changed, and say so in CHANGELOG.md.\n`,
  );
  process.exitCode = 1;
}

function extractorConfig(name, entry) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: process.cwd(),
      mainEntryPointFilePath: resolve('dist', entry),
      compiler: { overrideTsconfig: { compilerOptions: { module: 'NodeNext', skipLibCheck: true, types: ['node'] } } },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: resolve('docs/api'),
        reportTempFolder: folder,
        includeForgottenExports: false,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
        compilerMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve('package.json'),
  });
}

function quiet(message) {
  message.handled = true;
}
