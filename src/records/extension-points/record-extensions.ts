import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { sql } from 'kysely';
import { TERM_CUSTOM_FIELDS_CLASSES, termCustomFieldsExtension } from './term-custom-fields.js';
import { TypedCustomFields } from './typed-custom-fields.js';
import { extensionError } from '../../kernel/errors/setup-error.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { documentedMembers } from '../../kernel/schema/field.js';
import {
  recordExtensionOf,
  type ExtensionRow,
  type ExtensionSelection,
  type RecordScope,
  type RecordExtension,
  type RecordExtensionParts,
} from './record-extension.js';
import {
  buildListExtension,
  NO_LIST_EXTENSION,
  pickFields,
  type ExtendedList,
  type ListExtension,
} from './list-extension.js';
import { findExtensionIssues, findClassNameIssues } from './extension-issues.js';
import { collectExtensibleClasses } from '../../kernel/schema/collect-extensible-classes.js';
import { extensionPointOf } from '../../kernel/schema/extensible.decorator.js';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { hasPublishing, kindOf, registeredKinds } from '../types/record-kinds.js';
import type { WriteScope } from '../../persistence/transactions/write-scope.js';
import { assertSingleton } from './assert-singleton.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';

interface DiscoveredExtension {
  readonly name: string;
  /** Tells it from others of that name. */
  readonly key: string;
  readonly kind: RecordKind;
  readonly parts: RecordExtensionParts;
  readonly extension: RecordExtension;
}

/** What the extensions of an application add to records. */
@Injectable()
export class RecordExtensions implements OnModuleInit {
  private discoveredExtensions: readonly DiscoveredExtension[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly customFieldTypes: TypedCustomFields,
    private readonly em: EntityManager,
  ) {}

  /** The kinds of the application, those of extensions included. */
  get kinds(): readonly RecordKind[] {
    return registeredKinds(this.em);
  }

  /** @throws {SetupError} where something is added that is there already, or that nothing is made of */
  onModuleInit(): void {
    const controllers = this.discovery.getControllers().flatMap(({ metatype }) => (metatype ? [metatype as Type] : []));
    const classesAt = collectExtensibleClasses(controllers);
    const issues = [
      ...findExtensionIssues(this.allExtensions, classesAt),
      ...findClassNameIssues([...classesAt({}), ...this.classes, ...this.customFieldTypes.classes]),
    ];
    if (issues.length > 0) throw extensionError(issues);
  }

  /** The classes of what is added to a DTO or view, by that class. */
  extensionClassesFor(dto: Type): readonly Type[] {
    const point = extensionPointOf(dto);
    return point ? this.extensionsOfKind(point.kind).flatMap(({ parts }) => parts[point.part] ?? []) : [];
  }

  /** The classes of all that is added. */
  get classes(): readonly Type[] {
    return this.allExtensions.flatMap(({ parts: { input, query, view } }) =>
      [input, query, view].filter((each) => each !== undefined),
    );
  }

  /** Each, with all that it may put a list of its kind in order by, for whoever tries them out. */
  *selfTestCases(context: RequestContext, record: Omit<RecordScope, 'id'>) {
    for (const { name, kind, extension, parts } of this.allExtensions) {
      const scope = scopeWithId(record);
      const orders = () =>
        buildListExtension([{ extension, parts }], this.customFieldTypes, { context, kind, query: {}, scope }).sortKeys;
      yield { name, kind, orders, select: () => extension.select?.(scope), named: parts.orders ?? [] };
    }
  }

  /** The names of the members that are served beside those that the view of a DTO's records has. */
  extraViewMembers(dto: Type): readonly string[] {
    const point = extensionPointOf(dto);
    if (point?.part !== 'input') return [];
    return this.extensionsOfKind(point.kind).flatMap(({ parts: { view } }) => (view ? documentedMembers(view) : []));
  }

  /** The values that `orderby` has beside those of a list's DTO. */
  sortNamesFor(dto: Type): readonly string[] {
    const point = extensionPointOf(dto);
    return point?.part === 'query' ? this.extensionsOfKind(point.kind).flatMap(({ parts }) => parts.orders ?? []) : [];
  }

  /** Whether no extension adds anything to records of any kind. */
  get isEmpty(): boolean {
    return this.allExtensions.length === 0;
  }

  /** What is read with a record; nothing where nothing is added. */
  selectionFor(kind: RecordKind, record: Omit<RecordScope, 'id'>): ExtensionSelection {
    const members = this.extensionsOfKind(kind).flatMap(({ key, extension }) => {
      const selected = extension.select?.(scopeWithId(record));
      return selected ? [sql`${sql.lit(key)}, ${selected}`] : [];
    });
    return members.length > 0 ? [sql<ExtensionRow>`json_build_object(${sql.join(members)})`.as('extensions')] : [];
  }

  /** The members that are added to a record. */
  viewMembers(context: RequestContext, kind: RecordKind, added: ExtensionRow | undefined): object {
    const all = this.extensionsOfKind(kind).map(({ key, extension }) =>
      extension.members?.(context, added?.[key] ?? undefined),
    );
    return Object.assign({}, ...all) as object;
  }

  /** What a list has beside what its DTO knows: by what it can be put in order, and what it is asked for. */
  listExtensionFor({ context, kind, query, record }: ExtendedList): ListExtension {
    const ownExtensions = this.extensionsOfKind(kind);
    if (ownExtensions.length === 0 && this.customFieldTypes.classesOf(kind).length === 0) return NO_LIST_EXTENSION;
    return buildListExtension(ownExtensions, this.customFieldTypes, {
      context,
      kind,
      query,
      scope: scopeWithId(record),
    });
  }

  /** The custom fields of a record that a search looks into. */
  searchableTexts(kind: RecordKind, values: JsonObject): string[] {
    return this.customFieldTypes.searchableTexts(kind, values);
  }

  /**
   * The custom fields of a record, once those that are sent are read.
   * @throws {ApiError} `invalid_parameter` where one that is required would be lost
   */
  mergeCustomFields(em: EntityManager, record: { readonly customFields: JsonObject }, input: JsonObject): JsonObject {
    const kind = kindOf(em.getMetadata(record.constructor));
    return kind && !isNewEntity(em, record)
      ? this.customFieldTypes.assertRequiredKept(kind, record.customFields, input)
      : input;
  }

  /** Writes what is sent beside what the DTO of the kind knows. */
  async writeExtensionFields(
    { em, context }: WriteScope,
    kind: RecordKind,
    record: { readonly id: number },
    input: object,
  ): Promise<void> {
    for (const { extension, parts } of this.extensionsOfKind(kind)) {
      if (extension.write && parts.input)
        await extension.write(em, context, record, pickFields(parts.input, input), isNewEntity(em, record));
    }
  }

  private extensionsOfKind(kind: RecordKind): readonly DiscoveredExtension[] {
    return this.allExtensions.filter((each) => each.kind === kind);
  }

  private get allExtensions(): readonly DiscoveredExtension[] {
    return (this.discoveredExtensions ??= [...this.discover(), ...this.termExtensions()]);
  }

  private termExtensions(): DiscoveredExtension[] {
    const kinds = this.kinds.filter((kind) => !hasPublishing(kind) && this.customFieldTypes.classesOf(kind).length > 0);
    const definition = { name: 'custom_fields', key: 'custom_fields', parts: TERM_CUSTOM_FIELDS_CLASSES };
    const extensionOf = (kind: RecordKind) =>
      termCustomFieldsExtension((stored) => this.customFieldTypes.toView(kind, stored));
    return kinds.map((kind) => ({ ...definition, kind, extension: extensionOf(kind) }));
  }

  private discover(): DiscoveredExtension[] {
    const seen = new Set<unknown>();
    return this.discovery.getProviders().flatMap((wrapper) => {
      const extension = wrapper.instance as (RecordExtension & object) | null | undefined;
      const definition = extension && typeof extension === 'object' && recordExtensionOf(extension.constructor);
      if (!definition || seen.has(extension)) return [];
      seen.add(extension);
      assertSingleton(wrapper);
      const type = extension.constructor;
      return [{ ...definition, name: type.name, key: `${type.name}#${seen.size}`, extension }];
    });
  }
}

const scopeWithId = (scope: Omit<RecordScope, 'id'>): RecordScope => ({ ...scope, id: sql.ref(`${scope.alias}.id`) });
