// Prints the packages that a process has loaded, on exit. Preloaded with `--import`.
import { writeSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';

const urls = new Set();
registerHooks({
  load(url, context, next) {
    urls.add(url);
    return next(url, context);
  },
});
const { cache } = createRequire(import.meta.url);
process.on('exit', () => {
  const files = [...urls, ...Object.keys(cache)];
  const packages = files.map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  writeSync(1, `PACKAGES ${[...new Set(packages)].join(' ')}\n`);
});
