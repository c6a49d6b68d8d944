import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which paths of a folder an image may be built from, by the rules of its `.dockerignore`: the last one that fits decides. */
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

/** The files of a folder that an image may be built from. */
export function contextFiles(folder: string): string[] {
  const isSent = contextRules(folder);
  // Nothing below can be sent that is not below one of these.
  const tops = readdirSync(folder).filter((name) => name !== 'node_modules' && name !== 'dist' && name !== '.git');
  return tops.flatMap((top) => filesBelow(folder, top)).filter(isSent);
}

/** A file itself, or all files of a folder. */
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

/** Whether a path is that one, or below it. */
export function covers(outer: string, path: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}
