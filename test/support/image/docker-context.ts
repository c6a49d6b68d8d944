import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a filter for paths in the build context, by the rules of `.dockerignore`. The last matching rule applies. */
export function contextRules(folder: string): (path: string) => boolean {
  const lines = readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n');
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const unknown = rules.find((rule) => !/^(\*|!?[\w./-]+)$/.test(rule));
  if (unknown) throw new Error(`This test knows no rule such as ${unknown}`);
  return (path) => {
    const rule = rules.findLast((each) => each === '*' || covers(each.replace('!', ''), path));
    return rule === undefined || rule.startsWith('!');
  };
}

/** Files of a folder that are in the build context. */
export function contextFiles(folder: string): string[] {
  const isSent = contextRules(folder);
  // These large folders are excluded from the context as a whole.
  const tops = readdirSync(folder).filter((name) => name !== 'node_modules' && name !== 'dist' && name !== '.git');
  return tops.flatMap((top) => filesBelow(folder, top)).filter(isSent);
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
    const inner = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(root, inner) : [inner];
  });
}

/** Whether a path is `outer` or below it. */
export function covers(outer: string, path: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}
