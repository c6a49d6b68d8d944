import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type Type } from '@nestjs/common';
import type { AliasedRawBuilder, Expression, RawBuilder, SqlBool } from 'kysely';
import type { SqlCaller } from '../../kernel/context/permissions.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { SortDirection } from '../../kernel/schema/sort-direction.js';
import type { SortKey } from '../lists/sort-key.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKindsDefined } from '../types/record-kinds.js';

/** What an addition consists of, in parts that clients see. Every part may be left out. */
export interface RecordExtensionParts {
  /** The class of the fields that creates and updates take beside those of the kind. */
  readonly input?: Type;
  /** The class of the parameters that its list takes. */
  readonly query?: Type;
  /** By what its list can be ordered, as values of `orderby`. */
  readonly orders?: readonly string[];
  /** The class of the members that every record is served with. */
  readonly view?: Type;
}

/** The row of a record in a statement, and who asks for it. */
export interface RecordScope {
  /** The record's id. */
  readonly id: Expression<number>;
  /** The alias of the record's table. */
  readonly alias: string;
  /** Who asks: his role, and his id as it is filled in. */
  readonly caller: SqlCaller;
  /** The language asked for. */
  readonly language: Language;
  /** The present, by the database's clock. */
  readonly now: RawBuilder<Date>;
}

/** A condition that a list is filtered by. */
export interface ExtensionFilter {
  /** Whether a record has what is looked for. Of an event that a password protects nobody is told, but those who may edit it. */
  readonly condition: RawBuilder<SqlBool>;
  /** Whether those are wanted that have it, or those that have not; true where nothing is said. */
  readonly expected?: boolean;
}

/** What additions ask of a list. */
export interface ExtensionConditions {
  readonly conditions: readonly RawBuilder<SqlBool>[];
  /** Whether records are looked for by what they have, rather than by what they have not. */
  readonly isSelective: boolean;
  /** Whether a search looks into custom fields. */
  readonly searchesCustomFields: boolean;
}

/** The sort key of an additional order. If the order depends on the language, `variant` is the language. */
export interface ExtensionSortKey extends Pick<SortKey, 'expression' | 'type' | 'variant'> {
  /** What stands for it where a password hides it, and where there is none: never null. */
  readonly maskedValue: RawBuilder<unknown>;
  /** The direction where the request names none; `asc` where nothing is said, and always of events. */
  readonly defaultDirection?: SortDirection;
}

/**
 * Adds to what records of a kind are read, listed and written with. A provider of an extension, with {@link ExtendsRecord} above it.
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
  /** What is read with each record, as JSON, in the very statement that reads the record. It is to hold no values, as it serves others too. */
  select?(scope: RecordScope): RawBuilder<Stored> | Expression<Stored>;
  /** The members that a record is served with; where a password hides them, there is nothing `stored`, and each is empty by its type. */
  members?(context: RequestContext, stored: Stored | undefined): View;
  /** What the parameters of a list ask for. */
  filters?(context: RequestContext, query: Partial<Query>, scope: RecordScope): readonly ExtensionFilter[];
  /** By what one of the `orders` puts a list in order. */
  orderBy?(name: string, context: RequestContext, scope: RecordScope): ExtensionSortKey;
  /**
   * Writes what is sent, within the transaction of the write. What is to be stored is persisted; the flush is not this method's.
   * @throws {ApiError} where the write is to be refused; nothing of it is stored then
   */
  write?(
    em: EntityManager,
    context: RequestContext,
    record: { readonly id: number },
    input: Partial<Input>,
    isCreate: boolean,
  ): void | Promise<void>;
}

/** What was read of additions with a record, by their names; null where a password hides it. */
export type ExtensionRow = Readonly<Record<string, unknown>> | null;

/** The selection of an {@link ExtensionRow}; empty if no extension selects anything. */
export type ExtensionSelection = readonly AliasedRawBuilder<ExtensionRow, 'extensions'>[];

const RECORD_EXTENSION_METADATA = Symbol('calendar:record-extension');

/** Says to which kind a provider adds, and what clients see of it. */
export function ExtendsRecord(kind: RecordKind, parts: RecordExtensionParts = {}): ClassDecorator {
  return (target) => {
    assertKindsDefined(target.name, [kind]);
    Injectable()(target);
    Reflect.defineMetadata(RECORD_EXTENSION_METADATA, { kind, parts }, target);
  };
}

/** To which kind a provider adds, and what clients see of it; undefined where it adds nothing. */
export const recordExtensionOf = (provider: object): { kind: RecordKind; parts: RecordExtensionParts } | undefined =>
  Reflect.getMetadata(RECORD_EXTENSION_METADATA, provider) as
    { kind: RecordKind; parts: RecordExtensionParts } | undefined;
