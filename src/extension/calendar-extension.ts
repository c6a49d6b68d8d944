import type { EntityClass, EntitySchema } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { Injectable, Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import type { StrategyClasses } from '../records/extension-points/strategy-types.js';

/** A migration of an extension. */
export interface ExtensionMigration {
  /** Unique within the extension. Begins with the date: `20261201000000-speakers`. */
  readonly name: string;
  readonly class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}

/** Metadata of an extension: that of a Nest module, and the following. */
export interface ExtensionMetadata extends ModuleMetadata {
  /** Name of the extension: lower-case letters, digits and dashes. */
  readonly name: string;
  /** Entities of the extension. Its migrations create their tables. */
  readonly entities?: readonly (EntitySchema | EntityClass<object>)[];
  /** In the order in which they run, after those of the service. One that was released is never changed. */
  readonly migrations?: readonly ExtensionMigration[];
  /** Classes with `@CustomFields`: typed members of `custom_fields` of the calendar's records. */
  readonly customFields?: readonly Type[];
  /** Strategy classes by name. They become providers of the module. */
  readonly strategies?: StrategyClasses;
  /**
   * The folder of its texts, one below it per language: `ca/fields.json`, `en/fields.json`, `es/fields.json`, with files and keys as the
   * service has them, each key in all languages.
   */
  readonly messages?: string;
}

/** Any Nest module is an extension: its class, or what its `forRoot()` gives. */
export type Extension = Type | DynamicModule;

/** What an extension brings along beside what any Nest module does. */
export type ExtensionDefinition = Pick<
  ExtensionMetadata,
  'name' | 'entities' | 'migrations' | 'customFields' | 'strategies' | 'messages'
>;

const EXTENSION_METADATA = Symbol('calendar:extension');

/**
 * A Nest module that brings along entities, migrations and texts for the calendar: takes the place of `@Module`.
 * @example
 * ```ts
 * @CalendarExtension({
 *   name: 'speakers',
 *   controllers: [SpeakersController],
 *   providers: [SpeakersService],
 *   entities: [SpeakerSchema, SpeakerTranslationSchema, SpeakerSlugSchema],
 *   migrations: [{ name: '20261201000000-speakers', class: CreateSpeakers }],
 *   messages: join(import.meta.dirname, 'i18n'),
 * })
 * export class SpeakersModule {}
 * ```
 */
export function CalendarExtension(metadata: ExtensionMetadata): ClassDecorator {
  const { name, entities, migrations, customFields, strategies, messages, ...module } = metadata;
  const providers = [...new Set([...(module.providers ?? []), ...Object.values(strategies ?? {})])];
  return (target) => {
    // One with nothing but strategies need not be injectable itself.
    for (const strategy of Object.values(strategies ?? {})) if (typeof strategy === 'function') Injectable()(strategy);
    Module({ ...module, providers })(target);
    Reflect.defineMetadata(
      EXTENSION_METADATA,
      { name, entities, migrations, customFields, strategies, messages } satisfies ExtensionDefinition,
      target,
    );
  };
}

/** The class of an extension. */
export const moduleClassOf = (extension: Extension): Type => ('module' in extension ? extension.module : extension);

/** What an extension brings along; nothing where it is a plain Nest module. */
export const extensionDefinitionOf = (extension: Extension): ExtensionDefinition | undefined =>
  Reflect.getMetadata(EXTENSION_METADATA, moduleClassOf(extension)) as ExtensionDefinition | undefined;
