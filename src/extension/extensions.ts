import type { DynamicModule } from '@nestjs/common';
import { CONTROLLER_WATERMARK, INJECTABLE_WATERMARK } from '@nestjs/common/constants.js';
import { customFieldFaults } from '../records/extension-points/custom-field-faults.js';
import { strategyFaults } from '../records/extension-points/strategy-faults.js';
import type { RecordExtensions } from '../records/extension-points/record-extensions.js';
import type { StrategyClasses } from '../records/extension-points/strategy-types.js';
import { OperatorError, type Fault } from '../kernel/errors/operator-error.js';
import {
  classOf,
  describedBy,
  type Described,
  type Extension,
  type ExtensionMetadata,
  type ExtensionMigration,
} from './calendar-extension.js';
import { readMessages, type MessagesByLanguage } from './extension-messages.js';

/** What all extensions of an application bring along together. */
export interface Extensions extends RecordExtensions {
  readonly modules: readonly Extension[];
  readonly entities: NonNullable<ExtensionMetadata['entities']>;
  readonly migrations: readonly ExtensionMigration[];
  readonly messages: MessagesByLanguage;
}

/** An application that nobody extends. */
export const NO_EXTENSIONS: Extensions = Object.freeze({
  modules: [],
  entities: [],
  migrations: [],
  customFields: [],
  strategies: {},
  messages: {},
});

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Puts together what extensions bring along.
 * @throws {OperatorError} naming everything that is wrong with them, and what to do
 */
export function readExtensions(modules: readonly Extension[]): Extensions {
  if (modules.length === 0) return NO_EXTENSIONS;
  const faults = modules.flatMap((module, index) => faultsOf(module, modules.slice(0, index)));
  const described = describedWithin(modules);
  const { messages, faults: ofMessages } = readMessages(described);
  const customFields = described.flatMap((each) => each.customFields ?? []);
  const all = [...faults, ...ofMessages, ...customFieldFaults(customFields), ...strategyFaults(described)];
  if (all.length > 0) throw new OperatorError({ key: 'extensions.unusable' }, all);
  return {
    modules,
    entities: described.flatMap(({ entities = [] }) => entities),
    // Names of migrations are those of one table: each begins with whose it is.
    migrations: described.flatMap(({ name, migrations = [] }) =>
      migrations.map((each) => ({ name: `${name}/${each.name}`, class: each.class })),
    ),
    customFields,
    strategies: Object.assign({}, ...described.map(({ strategies }) => strategies)) as StrategyClasses,
    messages,
  };
}

/** What extensions bring along, and before each those that it imports, every one once. */
function describedWithin(extensions: readonly Extension[]): Described[] {
  const found = new Map<object, Described>();
  const seen = new Set<unknown>();
  const visit = (each: unknown): void => {
    if (seen.has(each) || !isModule(each as Extension)) return;
    seen.add(each);
    const type = classOf(each as Extension);
    const imported = (Reflect.getMetadata('imports', type) ?? []) as unknown[];
    const more = 'module' in (each as object) ? ((each as DynamicModule).imports ?? []) : [];
    for (const other of [...imported, ...more]) visit(other);
    const described = describedBy(each as Extension);
    if (described) found.set(type, described);
  };
  extensions.forEach(visit);
  return [...found.values()];
}

/** What an extension is called where something is said of it. */
export const nameOf = (extension: Extension): string => describedBy(extension)?.name ?? classOf(extension).name;

function faultsOf(extension: Extension, before: readonly Extension[]): Fault[] {
  if (!isModule(extension)) return [{ of: whatIs(extension), text: { key: 'extensions.no_module' } }];
  const of = nameOf(extension);
  const { name, migrations = [] } = describedBy(extension) ?? {};
  const names = migrations.map((migration) => migration.name);
  const twice = names.find((each, index) => names.indexOf(each) < index);
  return [
    ...(describedBy(extension) && !NAME.test(String(name)) ? [{ of, text: { key: 'extensions.name' } }] : []),
    ...migrations
      .filter((each) => typeof each.class !== 'function')
      .map((each) => ({ of, text: { key: 'extensions.migration_class', args: { name: each.name } } })),
    ...(before.filter(isModule).some((other) => nameOf(other) === of)
      ? [{ of, text: { key: 'extensions.same_name' } }]
      : []),
    ...(twice === undefined ? [] : [{ of, text: { key: 'extensions.same_migration', args: { name: twice } } }]),
  ];
}

/** A class that is not another part of Nest. What callers without types pass is judged, too. */
function isModule(extension: Extension): boolean {
  const type: unknown = (extension as unknown) && classOf(extension);
  return (
    typeof type === 'function' &&
    !Reflect.hasMetadata(CONTROLLER_WATERMARK, type) &&
    !Reflect.hasMetadata(INJECTABLE_WATERMARK, type)
  );
}

const whatIs = (value: unknown): string =>
  typeof value === 'function' ? value.name : JSON.stringify(value) || 'undefined';
