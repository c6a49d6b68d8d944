import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { sql } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { extensionPointOf } from '../../kernel/schema/extensible.decorator.js';
import { documentedMembers } from '../../kernel/schema/field.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import type { WriteScope } from '../../persistence/transactions/run-in-transaction.js';
import { hasPublishing, registeredKinds } from '../types/record-kinds.js';
import { assertNotRequestScoped, discoverInstances } from './discover-instances.js';
import {
  extensionConditions,
  extensionSortKeys,
  pickFields,
  type ExtendedList,
  type ListExtension,
  NO_LIST_EXTENSION,
} from './list-extension.js';
import {
  recordExtensionDefinitionOf,
  type DiscoveredRecordExtension,
  type ExtensionRow,
  type ExtensionSelection,
  type RecordScope,
} from './record-extension.js';
import { TERM_CUSTOM_FIELDS_CLASSES, termCustomFieldsExtension } from './term-custom-fields.js';
import { TypedCustomFields } from './typed-custom-fields.js';

/** What the extensions of an application add to records. */
@Injectable()
export class RecordExtensions {
  private discovered: readonly DiscoveredRecordExtension[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly customFieldTypes: TypedCustomFields,
    private readonly em: EntityManager,
  ) {}

  /** The kinds of the application, including those of extensions. */
  get allKinds(): readonly RecordKind[] {
    return registeredKinds(this.em);
  }

  get all(): readonly DiscoveredRecordExtension[] {
    return (this.discovered ??= [...this.discover(), ...this.termCustomFieldsExtensions()]);
  }

  /** The classes that extensions add to DTOs and views. */
  get classes(): readonly Type[] {
    return this.all.flatMap(({ parts: { input, query, view } }) =>
      [input, query, view].filter((each) => each !== undefined),
    );
  }

  extensionClassesFor(dto: Type): readonly Type[] {
    const point = extensionPointOf(dto);
    return point ? this.extensionsOf(point.kind).flatMap(({ parts }) => parts[point.part] ?? []) : [];
  }

  /** Names of the members that extensions add to the view of a DTO's records. */
  extraViewMembers(dto: Type): readonly string[] {
    const point = extensionPointOf(dto);
    if (point?.part !== 'input') return [];
    return this.extensionsOf(point.kind).flatMap(({ parts: { view } }) => (view ? documentedMembers(view) : []));
  }

  /** The values of `orderby` that extensions add to a list. */
  sortNamesFor(dto: Type): readonly string[] {
    const point = extensionPointOf(dto);
    return point?.part === 'query' ? this.extensionsOf(point.kind).flatMap(({ parts }) => parts.orders ?? []) : [];
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  selectionFor(kind: RecordKind, scope: RecordScope): ExtensionSelection {
    const members = this.extensionsOf(kind).flatMap(({ key, extension }) => {
      const selected = extension.select?.(scope);
      return selected ? [sql`${sql.lit(key)}, ${selected}`] : [];
    });
    return members.length > 0 ? [sql<ExtensionRow>`json_build_object(${sql.join(members)})`.as('extensions')] : [];
  }

  viewMembers(context: RequestContext, kind: RecordKind, selected: ExtensionRow | undefined): object {
    const members = this.extensionsOf(kind).map(({ key, extension }) =>
      extension.members?.(context, selected?.[key] ?? undefined),
    );
    return Object.assign({}, ...members) as object;
  }

  listExtensionFor(list: ExtendedList): ListExtension {
    const extensions = this.extensionsOf(list.kind);
    if (extensions.length === 0 && this.customFieldTypes.classesOf(list.kind).length === 0) return NO_LIST_EXTENSION;
    return {
      sortKeys: extensionSortKeys(extensions, list),
      conditions: extensionConditions(extensions, this.customFieldTypes, list),
      searchesCustomFields: this.customFieldTypes.hasSearchableFields(list.kind),
    };
  }

  searchableTexts(kind: RecordKind, values: JsonObject): string[] {
    return this.customFieldTypes.searchableTexts(kind, values);
  }

  async writeExtensionFields(
    { em, context }: WriteScope,
    kind: RecordKind,
    record: { readonly id: number },
    input: object,
  ): Promise<void> {
    for (const { extension, parts } of this.extensionsOf(kind)) {
      if (extension.write && parts.input)
        await extension.write(em, context, record, pickFields(parts.input, input), isNewEntity(em, record));
    }
  }

  private extensionsOf(kind: RecordKind): readonly DiscoveredRecordExtension[] {
    return this.all.filter((each) => each.kind === kind);
  }

  private discover(): DiscoveredRecordExtension[] {
    return discoverInstances(this.discovery).flatMap(([extension, wrapper], index) => {
      const definition = recordExtensionDefinitionOf(extension.constructor);
      if (!definition) return [];
      assertNotRequestScoped(wrapper);
      const { name } = extension.constructor;
      return [{ ...definition, name, key: `${name}#${index}`, extension }];
    });
  }

  /** Terms have the member `custom_fields` only if an extension declares custom fields of their kind. */
  private termCustomFieldsExtensions(): DiscoveredRecordExtension[] {
    const kinds = this.allKinds.filter(
      (kind) => !hasPublishing(kind) && this.customFieldTypes.classesOf(kind).length > 0,
    );
    return kinds.map((kind) => ({
      name: 'custom_fields',
      key: 'custom_fields',
      kind,
      parts: TERM_CUSTOM_FIELDS_CLASSES,
      extension: termCustomFieldsExtension((stored) => this.customFieldTypes.toView(kind, stored)),
    }));
  }
}
