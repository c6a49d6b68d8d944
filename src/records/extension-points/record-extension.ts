import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type Type } from '@nestjs/common';
import type { AliasedRawBuilder, Expression, RawBuilder, SqlBool } from 'kysely';
import type { SqlCaller } from '../../kernel/context/permissions.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { SortDirection } from '../../kernel/schema/fields.js';
import type { SortKey } from '../lists/sort-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKindsDefined } from '../types/record-kinds.js';

/** What a record extension adds to the API of a kind. */
export interface RecordExtensionParts {
  /** Class of additional fields of creates and updates. */
  readonly input?: Type;
  /** Class of additional parameters of the list. */
  readonly query?: Type;
  /** Additional values of `orderby`. */
  readonly orders?: readonly string[];
  /** Class of additional members of every record. */
  readonly view?: Type;
}

/** The row of a record in a statement, and the request. */
export interface RecordScope {
  /** The id of the record. */
  readonly id: Expression<number>;
  /** The alias of the record's table. */
  readonly alias: string;
  /** Role and id of the caller. */
  readonly caller: SqlCaller;
  /** The requested language. */
  readonly language: Language;
  /** The current time by the database clock. */
  readonly now: RawBuilder<Date>;
}

/** A filter of a list. */
export interface ExtensionFilter {
  /** The condition on a record. Password-protected events never meet it, except for callers who may edit them. */
  readonly condition: RawBuilder<SqlBool>;
  /** `false` selects the records that do not meet the condition. Default: `true`. */
  readonly expected?: boolean;
}

/** The sort key of an additional order. If the order depends on the language, `variant` is the language. */
export interface ExtensionSortKey extends Pick<SortKey, 'expression' | 'type' | 'variant'> {
  /** Replaces the value if a password hides it, or if it is null. Must not be null. */
  readonly maskedValue: RawBuilder<unknown>;
  /** The direction if the request has no `order`. Default: `asc`. Events always use `asc`. */
  readonly defaultDirection?: SortDirection;
}

/**
 * Extends the views, lists and writes of a kind. Implemented by a provider with {@link ExtendsRecord}.
 * @example
 * ```ts
 * @ExtendsRecord(EVENT, { input: SpeakersInput, query: SpeakersFilter, view: SpeakersView })
 * export class EventSpeakersExtension implements RecordExtension<SpeakersView, SpeakersInput, SpeakersFilter, SpeakerRow[]> { … }
 * ```
 */
export interface RecordExtension<
  View extends object = object,
  Input extends object = object,
  Query extends object = object,
  Stored = unknown,
> {
  /** A JSON value that is selected with each record. It must not bind values, because the statement is reused for other requests. */
  select?(scope: RecordScope): RawBuilder<Stored> | Expression<Stored>;
  /** The members of a record. If a password hides the content of the record, `stored` is `undefined`. */
  members?(context: RequestContext, stored: Stored | undefined): View;
  /** The filters for the parameters of a list. */
  filters?(context: RequestContext, query: Partial<Query>, scope: RecordScope): readonly ExtensionFilter[];
  /** The sort key for one of the `orders`. */
  orderBy?(name: string, context: RequestContext, scope: RecordScope): ExtensionSortKey;
  /**
   * Writes the input within the transaction of the write. Persists entities and does not flush.
   * @throws {ApiError} to reject the write; nothing is stored then
   */
  write?(
    em: EntityManager,
    context: RequestContext,
    record: { readonly id: number },
    input: Partial<Input>,
    isCreate: boolean,
  ): void | Promise<void>;
}

/** The values that extensions selected with a record, by extension. Null if a password hides them. */
export type ExtensionRow = Readonly<Record<string, unknown>> | null;

/** The selection of an {@link ExtensionRow}. Empty if no extension selects anything. */
export type ExtensionSelection = readonly AliasedRawBuilder<ExtensionRow, 'extensions'>[];

/** The arguments of {@link ExtendsRecord}. */
interface RecordExtensionDefinition {
  readonly kind: RecordKind;
  readonly parts: RecordExtensionParts;
}

export interface DiscoveredRecordExtension extends RecordExtensionDefinition {
  /** Name of the class. */
  readonly name: string;
  /** Unique in the application. Key of the value in an {@link ExtensionRow}. */
  readonly key: string;
  readonly extension: RecordExtension;
}

const RECORD_EXTENSION_METADATA = Symbol('calendar:record-extension');

/** Makes a provider extend records of a kind. See {@link RecordExtension}. */
export function ExtendsRecord(kind: RecordKind, parts: RecordExtensionParts = {}): ClassDecorator {
  return (target) => {
    assertKindsDefined(target.name, [kind]);
    Injectable()(target);
    Reflect.defineMetadata(RECORD_EXTENSION_METADATA, { kind, parts } satisfies RecordExtensionDefinition, target);
  };
}

export const recordExtensionDefinitionOf = (type: object): RecordExtensionDefinition | undefined =>
  Reflect.getMetadata(RECORD_EXTENSION_METADATA, type) as RecordExtensionDefinition | undefined;
