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

/** Metadata of an extension: that of a Nest module, and these members. */
export interface ExtensionMetadata extends ModuleMetadata {
  /** Name of the extension: lower-case letters, digits and dashes. */
  readonly name: string;
  /** Entities of the extension. Its migrations create their tables. */
  readonly entities?: readonly (EntitySchema | EntityClass<object>)[];
  /** Migrations in the order in which they run, after those of the service. Never change one that has been released. */
  readonly migrations?: readonly ExtensionMigration[];
  /** Classes with `@CustomFields`. */
  readonly customFields?: readonly Type[];
  /** Strategy classes by name. They become providers of the module. */
  readonly strategies?: StrategyClasses;
  /** Folder with files of messages: `ca/fields.json`, `en/fields.json`, `es/fields.json`. Every key must exist in every language. */
  readonly messages?: string;
}

/** A Nest module: its class, or a dynamic module. */
export type Extension = Type | DynamicModule;

/** The metadata of an extension that plain Nest modules do not have. */
export type ExtensionDefinition = Pick<
  ExtensionMetadata,
  'name' | 'entities' | 'migrations' | 'customFields' | 'strategies' | 'messages'
>;

const EXTENSION_METADATA = Symbol('calendar:extension');

/**
 * Declares an extension. Replaces `@Module`.
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
    // Strategies are often classes without a decorator.
    for (const strategy of Object.values(strategies ?? {})) if (typeof strategy === 'function') Injectable()(strategy);
    Module({ ...module, providers })(target);
    Reflect.defineMetadata(
      EXTENSION_METADATA,
      { name, entities, migrations, customFields, strategies, messages } satisfies ExtensionDefinition,
      target,
    );
  };
}

export const moduleClassOf = (extension: Extension): Type => ('module' in extension ? extension.module : extension);

/** The definition of an extension. `undefined` for a plain Nest module. */
export const extensionDefinitionOf = (extension: Extension): ExtensionDefinition | undefined =>
  Reflect.getMetadata(EXTENSION_METADATA, moduleClassOf(extension)) as ExtensionDefinition | undefined;
