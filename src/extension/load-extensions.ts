import { existsSync, globSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { extensionError, SetupError, type SetupIssue } from '../kernel/errors/setup-error.js';
import { extensionDefinitionOf, type Extension } from './calendar-extension.js';

const INCLUDED_EXTENSIONS_DIR = join(import.meta.dirname, '../extensions');

/**
 * Loads extensions: included ones by name, files by path (relative to the working folder), installed packages by name. The extension is
 * the default export, or the only exported class with `@CalendarExtension`.
 * @throws {SetupError} with all that cannot be found or loaded
 */
export async function loadExtensions(names: readonly string[]): Promise<Extension[]> {
  const issues: SetupIssue[] = [];
  const extensions: Extension[] = [];
  for (const name of names) {
    const moduleUrl = resolveModuleUrl(name);
    try {
      const extension = moduleUrl && findExportedExtension((await import(moduleUrl)) as Record<string, unknown>);
      if (extension) extensions.push(extension);
      else issues.push({ subject: name, text: moduleUrl ? NO_EXTENSION_TEXT : unknownExtensionText() });
    } catch (error) {
      // Thrown by a decorator of the service. Its message is complete.
      if (error instanceof SetupError) throw error;
      issues.push({
        subject: name,
        text: `cannot be loaded (${String(error)}). Correct the error in its code, or install the missing package.`,
      });
    }
  }
  if (issues.length > 0) throw extensionError(issues);
  return extensions;
}

const NO_EXTENSION_TEXT = 'exports no extension. Export the class with @CalendarExtension() as default.';

function unknownExtensionText(): string {
  const included = globSync(join(INCLUDED_EXTENSIONS_DIR, '*/index.js')).map((file) => basename(dirname(file)));
  return `was not found among the included extensions (${included.toSorted().join(', ') || '-'}), packages and files. Correct EXTENSIONS, or install it.`;
}

/** The URL of the module with an extension. `undefined` if there is none. */
function resolveModuleUrl(name: string): string | undefined {
  const isPath = /^\.{0,2}\//.test(name);
  const file = isPath ? entryFileOf(resolve(name)) : join(INCLUDED_EXTENSIONS_DIR, name, 'index.js');
  if (existsSync(file)) return pathToFileURL(file).href;
  return isPath ? undefined : resolvePackageUrl(name);
}

/** The file at a path. For a folder, its `index.js`. */
const entryFileOf = (path: string): string =>
  existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.js') : path;

function resolvePackageUrl(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}

/** Whether a default export is a dynamic module or a class with metadata of Nest. */
const hasModuleMetadata = (exported: object): boolean =>
  'module' in exported || Object.values(MODULE_METADATA).some((key) => Reflect.hasMetadata(key, exported));

function findExportedExtension(exported: Record<string, unknown>): Extension | undefined {
  const defaultExport = exported['default'];
  if (defaultExport && hasModuleMetadata(defaultExport)) return defaultExport as Extension;
  const decorated = [...new Set(Object.values(exported))].filter(
    (each) => typeof each === 'function' && extensionDefinitionOf(each as Extension),
  );
  return decorated.length === 1 ? (decorated[0] as Extension) : undefined;
}
