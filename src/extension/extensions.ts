import type { DynamicModule } from '@nestjs/common';
import { CONTROLLER_WATERMARK, INJECTABLE_WATERMARK } from '@nestjs/common/constants.js';
import { findCustomFieldIssues } from '../records/extension-points/custom-field-issues.js';
import { findStrategyIssues } from '../records/extension-points/strategy-issues.js';
import type { ExtensionClasses } from '../records/extension-points/extension-classes.js';
import type { StrategyClasses } from '../records/extension-points/strategy-types.js';
import { extensionError, type SetupIssue } from '../kernel/errors/setup-error.js';
import {
  moduleClassOf,
  extensionDefinitionOf,
  type ExtensionDefinition,
  type Extension,
  type ExtensionMetadata,
  type ExtensionMigration,
} from './calendar-extension.js';
import { assertDistinctKinds } from './assert-distinct-kinds.js';
import { findMessageIssues } from './extension-messages.js';

/** What all extensions of an application bring along together. */
export interface ResolvedExtensions extends ExtensionClasses {
  readonly modules: readonly Extension[];
  readonly entities: NonNullable<ExtensionMetadata['entities']>;
  readonly migrations: readonly ExtensionMigration[];
  readonly messageFolders: readonly string[];
}

/** An application that nobody extends. */
export const NO_EXTENSIONS: ResolvedExtensions = Object.freeze({
  modules: [],
  entities: [],
  migrations: [],
  customFields: [],
  strategies: {},
  messageFolders: [],
});

const EXTENSION_NAME_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Puts together what extensions bring along.
 * @throws {SetupError} naming everything that is wrong with them, and what to do
 */
export function resolveExtensions(modules: readonly Extension[]): ResolvedExtensions {
  if (modules.length === 0) return NO_EXTENSIONS;
  const moduleIssues = modules.flatMap((module, index) => findModuleIssues(module, modules.slice(0, index)));
  const definitions = collectDefinitions(modules);
  const customFields = definitions.flatMap((each) => each.customFields ?? []);
  const issues = [
    ...moduleIssues,
    ...findMessageIssues(definitions),
    ...findCustomFieldIssues(customFields),
    ...findStrategyIssues(definitions),
  ];
  if (issues.length > 0) throw extensionError(issues);
  const entities = definitions.flatMap((each) => each.entities ?? []);
  assertDistinctKinds(entities);
  return {
    modules,
    entities,
    // Names of migrations are those of one table: each begins with whose it is.
    migrations: definitions.flatMap(({ name, migrations = [] }) =>
      migrations.map((each) => ({ name: `${name}/${each.name}`, class: each.class })),
    ),
    customFields,
    strategies: Object.assign({}, ...definitions.map(({ strategies }) => strategies)) as StrategyClasses,
    messageFolders: definitions.flatMap(({ messages }) => messages ?? []),
  };
}

/** What extensions bring along, and before each those that it imports, every one once. */
function collectDefinitions(extensions: readonly Extension[]): ExtensionDefinition[] {
  const definitions = new Map<object, ExtensionDefinition>();
  const visited = new Set<unknown>();
  const visit = (candidate: unknown): void => {
    if (visited.has(candidate) || !isNestModule(candidate as Extension)) return;
    visited.add(candidate);
    const type = moduleClassOf(candidate as Extension);
    const imported = (Reflect.getMetadata('imports', type) ?? []) as unknown[];
    const dynamicImports = 'module' in (candidate as object) ? ((candidate as DynamicModule).imports ?? []) : [];
    for (const other of [...imported, ...dynamicImports]) visit(other);
    const definition = extensionDefinitionOf(candidate as Extension);
    if (definition) definitions.set(type, definition);
  };
  extensions.forEach(visit);
  return [...definitions.values()];
}

/** What an extension is called where something is said of it. */
export const extensionNameOf = (extension: Extension): string =>
  extensionDefinitionOf(extension)?.name ?? moduleClassOf(extension).name;

function findModuleIssues(extension: Extension, previous: readonly Extension[]): SetupIssue[] {
  if (!isNestModule(extension))
    return [
      {
        subject: describeValue(extension),
        text: 'is not a Nest module. Add @CalendarExtension() or @Module() to the class.',
      },
    ];
  const subject = extensionNameOf(extension);
  const { name, migrations = [] } = extensionDefinitionOf(extension) ?? {};
  const names = migrations.map((migration) => migration.name);
  const duplicate = names.find((each, index) => names.indexOf(each) < index);
  return [
    ...(extensionDefinitionOf(extension) && !EXTENSION_NAME_PATTERN.test(String(name))
      ? [{ subject, text: 'is not a valid extension name. Use lower-case letters, digits and dashes.' }]
      : []),
    ...migrations
      .filter((each) => typeof each.class !== 'function')
      .map((each) => ({ subject, text: `has a migration ${each.name} without a class.` })),
    ...(previous.filter(isNestModule).some((other) => extensionNameOf(other) === subject)
      ? [{ subject, text: 'is the name of two extensions. Rename or remove one.' }]
      : []),
    ...(duplicate === undefined ? [] : [{ subject, text: `has two migrations named ${duplicate}. Rename one.` }]),
  ];
}

/** A class that is not another part of Nest. What callers without types pass is judged, too. */
function isNestModule(extension: Extension): boolean {
  const type: unknown = (extension as unknown) && moduleClassOf(extension);
  return (
    typeof type === 'function' &&
    !Reflect.hasMetadata(CONTROLLER_WATERMARK, type) &&
    !Reflect.hasMetadata(INJECTABLE_WATERMARK, type)
  );
}

const describeValue = (value: unknown): string =>
  typeof value === 'function' ? value.name : JSON.stringify(value) || 'undefined';
