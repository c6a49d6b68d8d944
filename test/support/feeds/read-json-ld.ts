import { resolve } from 'node:path';
import ts from 'typescript';

const FILE = resolve('test/support/feeds/json-ld-value.ts');
const OPTIONS: ts.CompilerOptions = {
  lib: ['lib.es2015.d.ts'],
  module: ts.ModuleKind.NodeNext,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  types: [],
};
const host = ts.createCompilerHost(OPTIONS);
const readSourceFile = host.getSourceFile.bind(host);
/** Parsed files. The vocabulary is large, and does not change from one document to the next. */
const files = new Map<string, ts.SourceFile | undefined>();
host.getSourceFile = (name, version) => {
  if (!files.has(name)) files.set(name, readSourceFile(name, version));
  return files.get(name);
};
let program: ts.Program | undefined;

/** Reads a JSON-LD document of events. Throws if it has an unsafe character or anything that schema.org does not have. */
export function readJsonLd(text: string): Record<string, unknown> {
  const errors = findJsonLdErrors([text]);
  if (errors.length > 0) throw new Error(`${errors.join('\n')}\n${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/**
 * Finds unsafe characters, and types, properties and enumeration members that schema.org does not have: the compiler checks the documents
 * against the types of `schema-dts`. Ten events need about a second, in one document or in many.
 */
export function findJsonLdErrors(documents: readonly string[]): string[] {
  const unsafe = documents.flatMap((text) => /[<>&\u2028\u2029]/.exec(text)?.[0] ?? []);
  const source = `import type { Event, WithContext } from 'schema-dts';
    type EventGraph = { '@context': 'https://schema.org'; '@graph': Event[] };
    export const documents: (WithContext<Event> | EventGraph)[] = [${documents.join()}];`;
  files.set(FILE, ts.createSourceFile(FILE, source, ts.ScriptTarget.ES2022));
  program = ts.createProgram([FILE], OPTIONS, host, program);
  const file = program.getSourceFile(FILE);
  const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return [
    ...unsafe.map((character) => `Not escaped: ${JSON.stringify(character)}`),
    ...diagnostics.map(({ messageText }) => `Not schema.org: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  ];
}
