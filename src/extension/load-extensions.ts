import { existsSync, globSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { extensionError, SetupError, type SetupIssue } from '../kernel/errors/setup-error.js';
import { extensionDefinitionOf, type Extension } from './calendar-extension.js';

/** Where the extensions are that come with the service. */
const BUNDLED_EXTENSIONS_DIR = join(import.meta.dirname, '../extensions');

/**
 * The extensions that configuration names: one that comes with the service by its name, a file by its path, from the working
 * folder if it is relative, or a package that is installed beside the service. A file or package has it as its default
 * export, or as the only `@CalendarExtension` that it exports.
 * @throws {SetupError} naming each that cannot be found
 */
export async function loadExtensions(names: readonly string[]): Promise<Extension[]> {
  const issues: SetupIssue[] = [];
  const extensions: Extension[] = [];
  for (const name of names) {
    const moduleUrl = resolveModuleUrl(name);
    try {
      const extension = moduleUrl && findExportedExtension((await import(moduleUrl)) as Record<string, unknown>);
      if (extension) extensions.push(extension);
      else
        issues.push({
          subject: name,
          text: moduleUrl
            ? 'exports no extension. Export the class with @CalendarExtension() as default.'
            : unknownExtensionMessage(),
        });
    } catch (error) {
      // A mistake that it is told of by ours names what makes it.
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

/** The names of those that come with the service. */
export const bundledExtensions = (): string[] =>
  globSync(join(BUNDLED_EXTENSIONS_DIR, '*/index.js'))
    .map((file) => basename(dirname(file)))
    .toSorted();

const unknownExtensionMessage = () =>
  `was not found among the included extensions (${bundledExtensions().join(', ') || '-'}), packages and files. Correct EXTENSIONS, or install it.`;

/** Where it is; undefined where there is nothing, which is something else than what cannot be loaded. */
function resolveModuleUrl(name: string): string | undefined {
  const isPath = /^\.{0,2}\//.test(name);
  const file = isPath ? entryFileOf(resolve(name)) : join(BUNDLED_EXTENSIONS_DIR, name, 'index.js');
  if (existsSync(file)) return pathToFileURL(file).href;
  return isPath ? undefined : resolvePackageUrl(name);
}

/** A folder stands for its `index.js`. */
const entryFileOf = (path: string): string =>
  existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.js') : path;

function resolvePackageUrl(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}

/** Any function can be exported as default; what says nothing to Nest is none of its modules. */
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
