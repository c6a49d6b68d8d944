import { existsSync, globSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { OperatorError, type Fault } from '../kernel/errors/operator-error.js';
import { describedBy, type Extension } from './calendar-extension.js';

/** Where the extensions are that come with the service. */
const SHIPPED = join(import.meta.dirname, '../extensions');

/**
 * The extensions that configuration names: one that comes with the service by its name, a file by its path, from the working
 * folder if it is relative, or a package that is installed beside the service. A file or package has it as its default
 * export, or as the only `@CalendarExtension` that it exports.
 * @throws {OperatorError} naming each that cannot be found
 */
export async function loadExtensions(names: readonly string[]): Promise<Extension[]> {
  const faults: Fault[] = [];
  const found: Extension[] = [];
  for (const name of names) {
    const address = addressOf(name);
    try {
      const extension = address && extensionIn((await import(address)) as Record<string, unknown>);
      if (extension) found.push(extension);
      else faults.push({ of: name, text: address ? { key: 'extensions.no_export' } : unknown() });
    } catch (error) {
      // A mistake that it is told of by ours names what makes it.
      if (error instanceof OperatorError) throw error;
      faults.push({ of: name, text: { key: 'extensions.unloadable', args: { reason: String(error) } } });
    }
  }
  if (faults.length > 0) throw new OperatorError({ key: 'extensions.unusable' }, faults);
  return found;
}

/** The names of those that come with the service. */
export const shippedExtensions = (): string[] =>
  globSync(join(SHIPPED, '*/index.js'))
    .map((file) => basename(dirname(file)))
    .toSorted();

const unknown = () => ({ key: 'extensions.unknown', args: { names: shippedExtensions().join(', ') || '-' } });

/** Where it is; undefined where there is nothing, which is something else than what cannot be loaded. */
function addressOf(name: string): string | undefined {
  const isPath = /^\.{0,2}\//.test(name);
  const file = isPath ? fileAt(resolve(name)) : join(SHIPPED, name, 'index.js');
  if (existsSync(file)) return pathToFileURL(file).href;
  return isPath ? undefined : addressOfPackage(name);
}

/** A folder stands for its `index.js`. */
const fileAt = (path: string): string =>
  existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.js') : path;

function addressOfPackage(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}

/** Any function can be exported as default; what says nothing to Nest is none of its modules. */
const isForNest = (exported: object): boolean =>
  'module' in exported || Object.values(MODULE_METADATA).some((key) => Reflect.hasMetadata(key, exported));

function extensionIn(exported: Record<string, unknown>): Extension | undefined {
  const byDefault = exported['default'];
  if (byDefault && isForNest(byDefault)) return byDefault as Extension;
  const described = [...new Set(Object.values(exported))].filter(
    (each) => typeof each === 'function' && describedBy(each as Extension),
  );
  return described.length === 1 ? (described[0] as Extension) : undefined;
}
