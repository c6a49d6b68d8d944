import type { DynamicModule } from '@nestjs/common';
import { CONTROLLER_WATERMARK, INJECTABLE_WATERMARK } from '@nestjs/common/constants.js';
import { extensionError, SetupError, type SetupIssue } from '../kernel/errors/setup-error.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import { CALENDAR_KINDS } from '../kinds/calendar-kinds.js';
import { findCustomFieldIssues } from './checks/custom-field-issues.js';
import type { ExtensionClasses } from '../records/extension-points/strategy-registry.js';
import { findStrategyIssues } from './checks/strategy-issues.js';
import type { StrategyClasses } from '../records/extension-points/strategy-types.js';
import { kindsOf } from '../records/types/record-kinds.js';
import {
  moduleClassOf,
  extensionDefinitionOf,
  type ExtensionDefinition,
  type Extension,
  type ExtensionMetadata,
  type ExtensionMigration,
} from './calendar-extension.js';
import { findMessageIssues } from './checks/message-issues.js';

type ExtensionEntities = NonNullable<ExtensionMetadata['entities']>;

/** The combined contents of all extensions of an application. */
export interface ResolvedExtensions extends ExtensionClasses {
  readonly modules: readonly Extension[];
  readonly entities: ExtensionEntities;
  readonly migrations: readonly ExtensionMigration[];
  readonly messageFolders: readonly string[];
}

const EXTENSION_NAME_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Checks extensions and combines their contents.
 * @throws {SetupError} with all issues of the extensions, or with two kinds of the same name
 */
export function resolveExtensions(modules: readonly Extension[]): ResolvedExtensions {
  const moduleIssues = modules.flatMap((module, index) => findDefinitionIssues(module, modules.slice(0, index)));
  const definitions = collectDefinitions(modules);
  const resolved = combine(modules, definitions);
  const issues = [
    ...moduleIssues,
    ...findMessageIssues(definitions),
    ...findCustomFieldIssues(resolved.customFields),
    ...findStrategyIssues(definitions),
  ];
  if (issues.length > 0) throw extensionError(issues);
  assertDistinctKinds(resolved.entities);
  return resolved;
}

const combine = (modules: readonly Extension[], definitions: readonly ExtensionDefinition[]): ResolvedExtensions => ({
  modules,
  entities: definitions.flatMap(({ entities }) => entities ?? []),
  // Migrations of all extensions are in one table, so their names are prefixed.
  migrations: definitions.flatMap(({ name, migrations = [] }) =>
    migrations.map((each) => ({ name: `${name}/${each.name}`, class: each.class })),
  ),
  customFields: definitions.flatMap(({ customFields }) => customFields ?? []),
  strategies: Object.assign({}, ...definitions.map(({ strategies }) => strategies)) as StrategyClasses,
  messageFolders: definitions.flatMap(({ messages }) => messages ?? []),
});

export const NO_EXTENSIONS = combine([], []);

/** The definitions of extensions, each after those of the extensions that it imports. */
function collectDefinitions(extensions: readonly Extension[]): ExtensionDefinition[] {
  const definitions = new Map<object, ExtensionDefinition>();
  const visited = new Set<unknown>();
  const visit = (candidate: unknown): void => {
    if (visited.has(candidate) || !isNestModule(candidate as Extension)) return;
    visited.add(candidate);
    const type = moduleClassOf(candidate as Extension);
    const imported = (Reflect.getMetadata('imports', type) ?? []) as unknown[];
    const dynamicImports = 'module' in (candidate as object) ? ((candidate as DynamicModule).imports ?? []) : [];
    for (const each of [...imported, ...dynamicImports]) visit(each);
    const definition = extensionDefinitionOf(candidate as Extension);
    if (definition) definitions.set(type, definition);
  };
  extensions.forEach(visit);
  return [...definitions.values()];
}

function findDefinitionIssues(extension: Extension, previous: readonly Extension[]): SetupIssue[] {
  if (!isNestModule(extension))
    return [
      {
        subject: describeValue(extension),
        text: 'is not a Nest module. Add @CalendarExtension() or @Module() to the class.',
      },
    ];
  const subject = extensionNameOf(extension);
  const definition = extensionDefinitionOf(extension);
  const { name, migrations = [] } = definition ?? {};
  const names = migrations.map((each) => each.name);
  const duplicate = names.find((each, index) => names.indexOf(each) < index);
  return [
    ...(definition && !EXTENSION_NAME_PATTERN.test(String(name))
      ? ['is not a valid extension name. Use lower-case letters, digits and dashes.']
      : []),
    ...migrations
      .filter((each) => typeof each.class !== 'function')
      .map((each) => `has a migration ${each.name} without a class.`),
    ...(previous.filter(isNestModule).some((other) => extensionNameOf(other) === subject)
      ? ['is the name of two extensions. Rename or remove one.']
      : []),
    ...(duplicate === undefined ? [] : [`has two migrations named ${duplicate}. Rename one.`]),
  ].map((text) => ({ subject, text }));
}

const extensionNameOf = (extension: Extension): string =>
  extensionDefinitionOf(extension)?.name ?? moduleClassOf(extension).name;

/** Whether a value is a module class or a dynamic module. JavaScript callers can pass anything. */
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

/** @throws {SetupError} if two kinds of the application have the same name or plural */
function assertDistinctKinds(entities: ExtensionEntities): void {
  const known: RecordKind[] = [...CALENDAR_KINDS];
  for (const kind of kindsOf(entities).filter((each) => !known.includes(each))) {
    const taken = known.find(({ name, plural }) => name === kind.name || plural === kind.plural);
    if (taken)
      throw new SetupError(
        `The kind ${kind.name} (${kind.plural}) of an extension has a name that the kind ${taken.name} (${taken.plural}) already has. Rename it.`,
      );
    known.push(kind);
  }
}
