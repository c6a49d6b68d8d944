import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a filter for paths in the build context, by the rules of `.dockerignore`. The last matching rule applies. */
export function contextRules(folder: string): (path: string) => boolean {
  const lines = readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n');
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const unsupportedRule = rules.find((rule) => !/^(\*|!?[\w./-]+)$/.test(rule));
  if (unsupportedRule) throw new Error(`Unsupported rule: ${unsupportedRule}`);
  return (path) => {
    const rule = rules.findLast((candidate) => candidate === '*' || covers(candidate.replace('!', ''), path));
    return rule === undefined || rule.startsWith('!');
  };
}

/** Files of a folder that are in the build context. */
export function contextFiles(folder: string): string[] {
  const isInContext = contextRules(folder);
  // These large folders are excluded from the context as a whole.
  const topLevelNames = readdirSync(folder).filter(
    (name) => name !== 'node_modules' && name !== 'dist' && name !== '.git',
  );
  return topLevelNames.flatMap((name) => filesBelow(folder, name)).filter(isInContext);
}

/** The path itself if it is a file, or all files below it. */
export function filesBelow(root: string, path: string): string[] {
  const entries = (() => {
    try {
      return readdirSync(join(root, path), { withFileTypes: true });
    } catch {
      return undefined;
    }
  })();
  if (!entries) return [path];
  return entries.flatMap((entry) => {
    const entryPath = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(root, entryPath) : [entryPath];
  });
}

/** Whether a path is `outer` or below it. */
export function covers(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
