import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pairsOf, readDockerfile, type Step } from './dockerfile.js';

/** User and group id of the container. Programs of the image run with this id, and files copied with `--chown` belong to it. */
export const CONTAINER_USER = 65_534;

/** A built image, or a stage of it. */
export interface Image {
  /** Root folder of its file system, with the files that the Dockerfile added. */
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
  readonly labels: Record<string, string>;
  /** The last instruction of each kind. */
  readonly last: Record<string, Step>;
}

/**
 * Runs the steps of a Dockerfile without Docker. Folders below `target` are the file systems of its stages. Node and
 * npm of this machine replace those of the base image.
 */
export function buildImage(context: string, target: string): Image {
  const stages: Image[] = [];
  const names = new Map<string, Image>();
  for (const step of readDockerfile(join(context, 'Dockerfile'))) {
    const stage = stages.at(-1);
    if (step.keyword === 'FROM') {
      const root = join(target, String(stages.length));
      mkdirSync(root, { recursive: true });
      const stage = { root, workdir: '/', env: {}, labels: {}, last: {} };
      stages.push(stage);
      if (step.words[1] === 'AS' && step.words[2]) names.set(step.words[2], stage);
    } else if (stage) {
      applyStep(step, stage, { context, from: names.get(step.flags['from'] ?? '') });
    }
  }
  const image = stages.at(-1);
  if (!image) throw new Error('The Dockerfile has no FROM');
  return image;
}

interface Sources {
  readonly context: string;
  readonly from: Image | undefined;
}

function applyStep(step: Step, stage: Image, sourceRoots: Sources): void {
  stage.last[step.keyword] = step;
  const folder = join(stage.root, stage.workdir);
  switch (step.keyword) {
    case 'WORKDIR':
      stage.workdir = step.words[0] ?? '/';
      mkdirSync(join(stage.root, stage.workdir), { recursive: true });
      break;
    case 'ENV':
      Object.assign(stage.env, pairsOf(step));
      break;
    case 'LABEL':
      Object.assign(stage.labels, pairsOf(step));
      break;
    case 'RUN':
      run(step, folder, stage.env);
      break;
    case 'COPY':
      copy(step, folder, sourceRoots);
      break;
    default:
      if (!/^(USER|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD)$/.test(step.keyword))
        throw new Error(`Unsupported instruction: ${step.keyword}`);
  }
}

/** Runs a command. npm prefers its cache, because the lock file pins the packages. */
function run({ text }: Step, cwd: string, env: Record<string, string>): void {
  if (/(^|\s)\//.test(text)) throw new Error(`Absolute path in a command that runs without a container: ${text}`);
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  const npmEnvironment = { PATH, HOME, NODE_EXTRA_CA_CERTS, npm_config_prefer_offline: 'true' };
  execFileSync('sh', ['-c', text], { cwd, env: { ...npmEnvironment, ...env }, stdio: 'pipe' });
}

function copy({ words, flags }: Step, folder: string, { context, from }: Sources): void {
  const [to = '', ...sources] = [words.at(-1), ...words.slice(0, -1)];
  for (const source of sources) {
    const path = source.replace(/^\.?\/|^\.$/, '');
    const root = from ? from.root : context;
    const files = from ? [path] : contextFiles(root).filter((file) => path === '' || covers(path, file));
    if (files.length === 0) throw new Error(`No files to copy: ${source}`);
    const isFile = filesBelow(root, path)[0] === path;
    for (const file of files) {
      const targetPath = isFile && to.endsWith('/') ? join(to, basename(file)) : join(to, file.slice(path.length));
      const target = join(folder, targetPath);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(root, file), target, { recursive: true, verbatimSymlinks: true });
      if (flags['chown'] && process.getuid?.() === 0) chownSync(target, CONTAINER_USER, CONTAINER_USER);
    }
  }
  chmodSync(folder, 0o755);
}

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
function contextFiles(folder: string): string[] {
  const isInContext = contextRules(folder);
  // These large folders are excluded from the context as a whole.
  const topLevelNames = readdirSync(folder).filter((name) => !/^(node_modules|dist|\.git)$/.test(name));
  return topLevelNames.flatMap((name) => filesBelow(folder, name)).filter(isInContext);
}

/** The path itself if it is a file, or all files below it. */
function filesBelow(root: string, path: string): string[] {
  if (!lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, join(path, name)));
}

/** Whether a path is a folder or below it. */
function covers(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
