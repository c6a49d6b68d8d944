import type { EntityManager } from '@mikro-orm/postgresql';
import type { Compilable, QueryExecutorProvider, RawBuilder, SqlBool } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';
import type { SortDirection } from '../../kernel/schema/sort-direction.js';
import type { PaginationQuery } from '../lists/page.query.js';
import type { SortKeys } from '../lists/sort-key.js';
import type { TranslationSchema, TranslationRow } from '../translations/translation-writer.js';
import type { ViewBuilder } from '../views/view-builder.js';
import type { AuditEntry } from '../audit/audit-entry.entity.js';
import type { WriteScope } from '../../persistence/transactions/write-scope.js';
import type { ReadScope } from './read-scope.js';
import type { AccessRow } from './record-access.js';
import type { VersionedEntity } from './record-store.js';

/** The TypeScript types of one resource. */
export interface ResourceTypeMap {
  plural: string;
  entity: VersionedEntity;
  translation: TranslationRow;
  row: AccessRow;
  view: object;
  /** What an update takes; a create takes no more. */
  input: object;
  query: PaginationQuery & { readonly orderby: string; readonly order?: SortDirection };
}

/** What the record engine needs to know of a resource to list, read, create, update and remove its records. */
export interface ResourceType<T extends ResourceTypeMap> {
  readonly kind: RecordKind<string, T['plural']>;
  /** Its class names the kind, so that the application has it. */
  readonly entity: (new () => T['entity']) & { readonly kind: RecordKind<string, T['plural']> };
  readonly translations: TranslationSchema<T['translation']>;
  /** Alias of its table in `select`, `orders` and `filters`; the text served has the alias `t`. */
  readonly alias: string;
  /** The one statement that reads it: alone, in lists and embedded in others. */
  select(db: never, reader: ReadScope): Compilable<Omit<T['row'], 'count'>>;
  view(views: ViewBuilder, context: RequestContext, row: T['row']): T['view'];
  orders(context: RequestContext, query: T['query']): SortKeys<string>;
  filters(context: RequestContext, query: T['query'], now: RawBuilder<Date>): RawBuilder<SqlBool>[];
  /** When a list becomes stale although nothing is written. */
  expires?(query: T['query']): readonly ExpiryTrigger[];
  /** How many events have it, where that is served; in lists as `n.count`. */
  readonly count?: {
    forRecord(now: RawBuilder<Date>): RawBuilder<number>;
    forList(query: T['query'], now: RawBuilder<Date>): RawBuilder<unknown>;
  };
  /** Writes the fields sent: what is not sent stays. The engine writes texts, publication and what extensions add. */
  applyFields?(record: T['entity'], input: T['input'], em: EntityManager): void | Promise<void>;
  /** Locks what a write needs before its record, such as the tree that it changes. */
  beforeWrite?(em: EntityManager, input: T['input']): Promise<void>;
  beforeRemove?(em: EntityManager): Promise<void>;
  /** Writes that follow from the permanent deletion of a record, before its translations go. Returns their audit entries. */
  readonly cascadeDelete?: (
    scope: WriteScope,
    record: T['entity'],
    at: RawBuilder<Date>,
  ) => Promise<readonly AuditEntry[]>;
  /** Runs a transaction, and says what its failure means to a client. */
  mapErrors?<Result>(db: QueryExecutorProvider, work: () => Promise<Result>): Promise<Result>;
}

/** Declares a resource type; infers its TypeScript types from what is given. */
export const defineResource = <
  Plural extends string,
  Entity extends VersionedEntity,
  Translation extends TranslationRow,
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
