import type { RawBuilder, SqlBool } from 'kysely';
import type { Configuration } from '../config/configuration.js';
import type { ErrorCode } from '../errors/error-codes.js';
import type { Principal } from './principal.js';

/** Whatever lists have pages of: under which key, and at which path below the REST root. */
export interface ListedResource<Plural extends string = string> {
  readonly plural: Plural;
  readonly path: string;
}

/** Whatever parameters may name by ids: its table, and who may read which of its rows, by an alias. */
export interface ReferenceTarget {
  readonly table: string;
  /** @param kinds those of the application, whose records may show what is named */
  readonly isVisible: (
    principal: Principal,
    alias: string,
    now: RawBuilder<Date>,
    kinds: readonly RecordKind[],
  ) => RawBuilder<SqlBool>;
}

/** What the author of a kind says of it. */
export interface KindDefinition<Name extends string, Plural extends string> {
  /** In codes, columns and keys of texts: `press_release` of `press_release_not_found`. */
  readonly name: Name;
  /** The last part of its path, the key of its lists, and its table: `press_releases`. */
  readonly plural: Plural;
  /** `publishable` records have an author, a status and a trash, as events do. `term` records have none of these and are public. Default: `publishable`. */
  readonly family?: 'event' | 'publishable' | 'term';
  /** The column of its texts that every translation has, by which lists are put in order; `name` where nothing is said. */
  readonly titleColumn?: string;
  /** Whether words are looked for in its texts; true where nothing is said. */
  readonly isSearchable?: boolean;
  /** The column of its table that names the record above one, of terms that form a tree. */
  readonly hierarchyColumn?: string;
  /** Whether its table has `search_fields`, so that searches look into custom fields. */
  readonly hasSearchableFields?: boolean;
  /** The condition under which a record hides nothing from anybody; where nothing is said, none does. */
  readonly hasNoProtection?: (alias: string) => RawBuilder<SqlBool>;
  /** By what reading or deleting a record may be refused beside the usual. */
  readonly readErrorCodes?: readonly ErrorCode[];
  /** The column that names a parent of the same kind, and is emptied when that is deleted permanently. */
  readonly parentColumn?: string;
  /** Configuration variable with the template of the URL of a record's public page. */
  readonly urlTemplate?: Extract<keyof Configuration, `${string}_URL_TEMPLATE`>;
  /** The column with the moment at which a record ends, where lists depend on it. */
  readonly endColumn?: string;
}

/** A kind of records: how it is called wherever it appears. Each has slugs, texts by language, and versions. */
export interface RecordKind<Name extends string = string, Plural extends string = string>
  extends KindDefinition<Name, Plural>, ListedResource<Plural>, ReferenceTarget {
  readonly family: 'event' | 'publishable' | 'term';
  readonly titleColumn: string;
  readonly isSearchable: boolean;
  readonly table: Plural;
  /** Table of the texts, one row per record and language: `venue_translations`. */
  readonly translationsTable: string;
  /** Table of the slugs, present and former: `venue_slugs`. */
  readonly slugsTable: string;
  /** The column by which other tables refer to a record: `venue_id`. */
  readonly foreignKey: string;
}

/** A kind of the family `term`. */
export type TermKind = RecordKind;
