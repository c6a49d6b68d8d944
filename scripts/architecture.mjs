/**
 * Prints figures of the layout of `src`, and of the words in all code, with their targets. Exits with 1 if a figure
 * misses its target, unless the target is marked `later`. The linter checks sizes of files and functions, and
 * dependency-cruiser checks imports between layers.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { privateNames, stiltedPhrases } from './plain-words.mjs';

/** Layers below the resources. */
const LAYERS = new Set(['kernel', 'persistence', 'records', 'http']);
/** Resources whose service only calls the record engine. */
const SIMPLE_RESOURCES = ['venues', 'organizers', 'categories', 'tags'];
const PUBLIC_API = 'src/index.ts';

const tracked = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).split('\n');
const files = tracked.filter((path) => /\.tsx?$/.test(path)).map(parse);
/** All code but the list of the words itself, and data in several languages. */
const allCode = execFileSync('git', ['ls-files', 'src', 'extensions', 'scripts', 'test'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/plain-words|\/(?:i18n|data)\//.test(path))
  .map(parse);
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
  return { path, tree, text, imports, lines: text.split('\n').length - 1 };
}

function visit(node, callback) {
  callback(node);
  ts.forEachChild(node, (child) => visit(child, callback));
}

/** The folder of a file for the check of cycles: the folder inside a layer, else the folder at the top of `src`. */
const folderOf = (path) =>
  dirname(path)
    .split('/')
    .slice(0, LAYERS.has(path.split('/')[1]) ? 3 : 2)
    .join('/');
const topFolderOf = (path) => dirname(path).split('/').slice(0, 2).join('/');

/** Folders that import each other in a cycle: strongly connected components with several folders (Tarjan's algorithm). */
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

/** The largest folder at the top of `src`, and its share of all lines. */
function largestFolder() {
  const lines = new Map();
  for (const file of files) lines.set(topFolderOf(file.path), (lines.get(topFolderOf(file.path)) ?? 0) + file.lines);
  const total = [...lines.values()].reduce((sum, count) => sum + count, 0);
  const [folder, count] = [...lines].toSorted(([, left], [, right]) => right - left)[0];
  return { folder, percent: Math.round((100 * count) / total) };
}

/** Type names that are declared in several files. */
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

/** Names that `src/index.ts` exports. */
function publicNames() {
  const names = new Set();
  visit(byPath.get(PUBLIC_API).tree, (node) => ts.isExportSpecifier(node) && names.add(node.name.text));
  return names;
}

const service = (name) => byPath.get(`src/${name}/${name}.service.ts`);
const services = SIMPLE_RESOURCES.map(service);
const serviceLines = Math.max(...services.map(({ lines }) => lines));
const serviceImports = Math.max(...services.map(({ imports }) => imports.length));
const cycles = cyclicFolders();
const largest = largestFolder();
const duplicates = duplicateTypes();
const exported = publicNames();
const unclearNames = allCode.flatMap(({ path, tree }) => privateNames(path, tree));
const unclearPhrases = allCode.flatMap(({ path, text }) => stiltedPhrases(path, text));
const publicDuplicates = duplicates.filter((name) => exported.has(name));

/** Files that a list request passes through, see `request-path.mjs`. */
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

/** Figure, value, whether it reaches the target, target, and details to print if it does not. */
const ROWS = [
  ['folders that import each other in a cycle', cycles.length, cycles.length === 0, '0', cycles],
  ['largest folder of src', `${largest.percent} % (${largest.folder})`, largest.percent <= 20, '<= 20 %'],
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
  ['names replaced by standard terms', unclearNames.length, unclearNames.length === 0, '0', unclearNames],
  ['stilted phrases', unclearPhrases.length, unclearPhrases.length <= 20, '<= 20', unclearPhrases],
  pathRow('venues', 13, 12),
  pathRow('events', 15, 18),
  ['bytes of the README', statSync('README.md').size, statSync('README.md').size <= 7 * 1024, '<= 7 KB, later'],
];

for (const [figure, value, isReached, target, details = []] of ROWS) {
  const columns = [isReached ? 'ok' : 'miss', String(figure).padEnd(48), String(value).padEnd(18), target];
  process.stdout.write(`${columns.join('\t')}\n`);
  if (!isReached) for (const detail of details.slice(0, 30)) process.stdout.write(`\t${detail}\n`);
}
process.exitCode = ROWS.every(([, , isReached, target]) => isReached || target.endsWith('later')) ? 0 : 1;
