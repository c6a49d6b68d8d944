import type { EntityManager } from '@mikro-orm/postgresql';
import type { Compilable, QueryExecutorProvider, RawBuilder, SqlBool } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';
import type { SortDirection } from '../../kernel/schema/fields.js';
import type { PaginationQuery } from '../lists/base.query.js';
import type { SortKeys } from '../lists/sort-key.js';
import type { TranslationDefinition, TranslationColumns } from '../translations/translation-writer.js';
import type { ViewBuilder } from '../views/view-builder.js';
import type { AuditEntry } from '../audit/audit-entry.entity.js';
import type { WriteScope } from '../../persistence/transactions/run-in-transaction.js';
import type { ReadScope } from './read-scope.js';
import type { AccessRow } from './record-access.js';
import type { VersionedEntity } from './record-store.js';

/** The TypeScript types of one resource. */
export interface ResourceTypeMap {
  plural: string;
  entity: VersionedEntity;
  translation: TranslationColumns;
  row: AccessRow;
  view: object;
  /** Input of an update. The input of a create has no other fields. */
  input: object;
  query: PaginationQuery & { readonly orderby: string; readonly order?: SortDirection };
}

/** Describes a resource to the record engine, which lists, reads, creates, updates and removes its records. */
export interface ResourceType<T extends ResourceTypeMap> {
  readonly kind: RecordKind<string, T['plural']>;
  /** Its static `kind` registers the kind with the application. */
  readonly entity: (new () => T['entity']) & { readonly kind: RecordKind<string, T['plural']> };
  readonly translations: TranslationDefinition<T['translation']>;
  /** Alias of the table in `select`, `orders` and `filters`. The served translation has the alias `t`. */
  readonly alias: string;
  /** Selects records, for single reads and for lists. */
  select(db: never, reader: ReadScope): Compilable<Omit<T['row'], 'count'>>;
  view(views: ViewBuilder, context: RequestContext, row: T['row']): T['view'];
  orders(context: RequestContext, query: T['query']): SortKeys<string>;
  filters(context: RequestContext, query: T['query'], now: RawBuilder<Date>): RawBuilder<SqlBool>[];
  /** The moments at which a list changes without a write. */
  expires?(query: T['query']): readonly ExpiryTrigger[];
  /** Distinguishes records with the same name. By default, records are found by name alone. */
  readonly namesakes?: {
    /** Columns to compare. They have the names of the fields of the input. */
    readonly columns: readonly string[];
    /** The number of fields in which two descriptions agree. `undefined` if they contradict each other. */
    agreement(one: T['input'], other: T['input']): number | undefined;
  };
  /** SQL for the member `count`. In lists, it joins a table with the alias `n` and the column `count`. */
  readonly count?: {
    forRecord(now: RawBuilder<Date>): RawBuilder<number>;
    forList(query: T['query'], now: RawBuilder<Date>): RawBuilder<unknown>;
  };
  /** Writes the fields of the input. Others are not changed. The engine writes translations, publication and fields of extensions. */
  applyFields?(record: T['entity'], input: T['input'], em: EntityManager): void | Promise<void>;
  /** Takes locks that must precede that of the record, such as the lock of a tree. */
  beforeWrite?(em: EntityManager, input: T['input']): Promise<void>;
  beforeRemove?(em: EntityManager): Promise<void>;
  /** Writes that follow from the permanent deletion of a record, before it is deleted. Returns their audit entries. */
  readonly updateDependents?: (
    scope: WriteScope,
    record: T['entity'],
    at: RawBuilder<Date>,
  ) => Promise<readonly AuditEntry[]>;
  /** Runs a transaction and maps its errors, such as those of unique constraints, to errors for clients. */
  mapErrors?<Result>(db: QueryExecutorProvider, work: () => Promise<Result>): Promise<Result>;
}

/** Declares a resource type. TypeScript infers its types from the members. */
export const defineResource = <
  Plural extends string,
  Entity extends VersionedEntity,
  Translation extends TranslationColumns,
  Row extends AccessRow,
  View extends object,
  Input extends object,
  Query extends ResourceTypeMap['query'],
>(
  type: ResourceType<{
    plural: Plural;
    entity: Entity;
    translation: Translation;
    row: Row;
    view: View;
    input: Input;
    query: Query;
  }>,
) => type;
