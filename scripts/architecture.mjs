/**
 * Prints how the code measures up to the rules of its layout: one row for each figure, with its target.
 * Exits with 1 if a figure misses its target. Counts types and imports by the TypeScript compiler's parser.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** Layers below the domain, lowest first. A layer may import itself and the layers before it. */
const LAYERS = ['kernel', 'persistence', 'records', 'http'];
/** Programs may import everything. */
const PROGRAM = /^src\/((cli|testing)\/|[^/]+\.ts$)/;
/** Resources whose service consists of calls of the record engine. */
const SIMPLE_RESOURCES = ['venues', 'organizers', 'categories', 'tags'];
const MAX_LINES = 200;
const MAX_CONSTRUCTOR_ARGUMENTS = 4;
const PUBLIC_API = 'src/index.ts';

const tracked = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).split('\n');
const files = tracked.filter((path) => path.endsWith('.ts')).map(parse);
const byPath = new Map(files.map((file) => [file.path, file]));

/** A source file: its text, its syntax tree, and the files of `src` that it imports, types included. */
function parse(path) {
  const text = readFileSync(path, 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const specifiers = [];
  visit(tree, (node) => {
    const specifier = node.moduleSpecifier ?? (ts.isImportTypeNode(node) ? node.argument.literal : undefined);
    const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const literal = isDynamic ? node.arguments[0] : specifier;
    if (literal && ts.isStringLiteral(literal)) specifiers.push(literal.text);
  });
  const imports = specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(path), specifier)).replace(/\.js$/, '.ts'));
  return { path, tree, imports, lines: text.split('\n').length - 1 };
}

function visit(node, use) {
  use(node);
  ts.forEachChild(node, (child) => visit(child, use));
}

const layerOf = (path) => LAYERS.indexOf(path.split('/')[1]);
/** Folders that must not form cycles: those of a layer, else the folders at the top of `src` as a whole. */
const folderOf = (path) =>
  path
    .split('/')
    .slice(0, -1)
    .slice(0, layerOf(path) >= 0 ? 3 : 2)
    .join('/');
const roomOf = (path) =>
  path
    .split('/')
    .slice(0, path.split('/').length > 2 ? 2 : 1)
    .join('/');

/** Imports from a layer to a higher layer or to the domain, and imports of the programs by anything else. */
function upwardImports() {
  return files.flatMap(({ path, imports }) =>
    imports.filter((target) => {
      if (PROGRAM.test(target) && !PROGRAM.test(path)) return true;
      const [from, to] = [layerOf(path), layerOf(target)];
      return from >= 0 && (to < 0 || to > from);
    }),
  );
}

/** Folders that import each other in a cycle: strongly connected components of more than one folder (Tarjan). */
function cyclicFolders() {
  const graph = new Map();
  for (const { path, imports } of files) {
    const targets = graph.get(folderOf(path)) ?? new Set();
    for (const target of imports)
      if (byPath.has(target) && folderOf(target) !== folderOf(path)) targets.add(folderOf(target));
    graph.set(folderOf(path), targets);
  }
  const [index, low, stack, cyclic] = [new Map(), new Map(), [], []];
  const connect = (folder) => {
    index.set(folder, index.size);
    low.set(folder, index.get(folder));
    stack.push(folder);
    for (const target of graph.get(folder) ?? []) {
      if (!index.has(target)) connect(target);
      if (stack.includes(target)) low.set(folder, Math.min(low.get(folder), low.get(target)));
    }
    if (low.get(folder) !== index.get(folder)) return;
    const component = stack.splice(stack.indexOf(folder));
    if (component.length > 1) cyclic.push(...component);
  };
  for (const folder of graph.keys()) if (!index.has(folder)) connect(folder);
  return cyclic;
}

/** The share of all lines that the largest folder at the top of `src` has. */
function largestRoom() {
  const lines = new Map();
  for (const file of files) lines.set(roomOf(file.path), (lines.get(roomOf(file.path)) ?? 0) + file.lines);
  const total = [...lines.values()].reduce((sum, count) => sum + count, 0);
  const [room, count] = [...lines].toSorted(([, one], [, other]) => other - one)[0];
  return { room, percent: Math.round((100 * count) / total) };
}

/** Names of types that are declared in more than one file. */
function duplicateTypes() {
  const declared = new Map();
  for (const { path, tree } of files) {
    for (const node of tree.statements) {
      const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
      if (isType && node.name) declared.set(node.name.text, new Set([...(declared.get(node.name.text) ?? []), path]));
    }
  }
  return [...declared].filter(([, paths]) => paths.size > 1).map(([name]) => name);
}

/** Names that the public API exports. */
function publicNames() {
  const names = new Set();
  visit(byPath.get(PUBLIC_API).tree, (node) => ts.isExportSpecifier(node) && names.add(node.name.text));
  return names;
}

function longConstructors() {
  const found = [];
  for (const { path, tree } of files) {
    visit(tree, (node) => {
      if (ts.isConstructorDeclaration(node) && node.parameters.length > MAX_CONSTRUCTOR_ARGUMENTS) found.push(path);
    });
  }
  return found;
}

const service = (name) => byPath.get(`src/${name}/${name}.service.ts`);
const services = SIMPLE_RESOURCES.map(service);
const serviceLines = Math.max(...services.map(({ lines }) => lines));
const serviceImports = Math.max(...services.map(({ imports }) => imports.length));
const upward = upwardImports();
const cycles = cyclicFolders();
const room = largestRoom();
const duplicates = duplicateTypes();
const exported = publicNames();
const publicDuplicates = duplicates.filter((name) => exported.has(name));
const longFiles = files.filter(({ lines }) => lines > MAX_LINES).map(({ path }) => path);
const constructors = longConstructors();
const demoLines = files
  .filter(({ path }) => path.startsWith('src/demo/data/'))
  .reduce((sum, { lines }) => sum + lines, 0);

/** Files and returns of a list request from the service to its rows, see `request-path.mjs`. */
const requestPaths = JSON.parse(execFileSync(process.execPath, ['scripts/request-path.mjs'], { encoding: 'utf8' }));

function pathRow(list, maxFiles, maxReturns) {
  const { files: count, returns, path } = requestPaths[list];
  const target = `<= ${maxFiles}, <= ${maxReturns}`;
  return [
    `files and returns of a list of ${list}`,
    `${count}, ${returns}`,
    count <= maxFiles && returns <= maxReturns,
    target,
    path,
  ];
}

/** Figure, what it is now, whether that reaches the target, the target, and what to look at. */
const ROWS = [
  ['folders that import each other in a cycle', cycles.length, cycles.length === 0, '0', cycles],
  ['imports that run up the layers', upward.length, upward.length === 0, '0', upward],
  ['largest folder of src', `${room.percent} % (${room.room})`, room.percent <= 20, '<= 20 %'],
  ['imports of a resource service', serviceImports, serviceImports <= 14, '<= 14'],
  ['lines of a simple resource service', serviceLines, serviceLines <= 70, '<= 70'],
  [
    'type names declared twice, in the public API',
    publicDuplicates.length,
    publicDuplicates.length === 0,
    '0',
    publicDuplicates,
  ],
  ['type names declared twice', duplicates.length, duplicates.length <= 5, '<= 5', duplicates],
  [`files of more than ${MAX_LINES} lines`, longFiles.length, longFiles.length === 0, '0', longFiles],
  [
    `constructors with more than ${MAX_CONSTRUCTOR_ARGUMENTS} arguments`,
    constructors.length,
    constructors.length <= 2,
    '<= 2',
    constructors,
  ],
  pathRow('venues', 13, 12),
  pathRow('events', 15, 18),
  ['lines of demo data in TypeScript', demoLines, demoLines === 0, '0'],
  ['bytes of the README', statSync('README.md').size, statSync('README.md').size <= 7 * 1024, '<= 7 KB, later'],
];

for (const [figure, value, isReached, target, details = []] of ROWS) {
  const columns = [isReached ? 'ok' : 'miss', String(figure).padEnd(48), String(value).padEnd(18), target];
  process.stdout.write(`${columns.join('\t')}\n`);
  if (!isReached) for (const detail of details.slice(0, 30)) process.stdout.write(`\t${detail}\n`);
}
process.exitCode = ROWS.every(([, , isReached, target]) => isReached || target.endsWith('later')) ? 0 : 1;
