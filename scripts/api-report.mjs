// Writes the public API of the package to docs/api, so that a change shows up in the diff. With `--check`, fails if
// docs/api is out of date.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const ENTRIES = { calendar: 'index.d.ts', testing: 'testing/index.d.ts' };
const isCheck = process.argv.includes('--check');

// Writes the types to dist, as for the package. The linter reports type errors.
execFileSync('npm', ['run', '-s', 'build:types'], { stdio: 'inherit', shell: process.platform === 'win32' });
const folder = mkdtempSync(join(tmpdir(), 'calendar-api-'));
mkdirSync('docs/api', { recursive: true });
try {
  const configs = Object.entries(ENTRIES).map(([name, entry]) => [name, extractorConfig(name, entry)]);
  const additionalEntryPoints = configs.map(([, config]) => config.mainEntryPointFilePath);
  // Both reports share one program of the compiler.
  const compilerState = CompilerState.create(configs[0][1], { additionalEntryPoints });
  for (const [name, config] of configs) report(name, config, compilerState);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(name, config, compilerState) {
  const options = { compilerState, localBuild: !isCheck, messageCallback: quiet };
  const { apiReportChanged } = Extractor.invoke(config, options);
  if (!isCheck || !apiReportChanged) return;
  process.stderr.write(
    `docs/api/${name}.api.md differs from the public API. Run \`npm run api\` and describe the change in CHANGELOG.md.\n`,
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
