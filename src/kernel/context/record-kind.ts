import type { RawBuilder, SqlBool } from 'kysely';
import type { Configuration } from '../config/configuration.js';
import type { ErrorCode } from '../errors/error-codes.js';
import type { Principal } from './principal.js';

/** A resource with lists: the key of the items in a page, and the path below the REST root. */
export interface ListedResource<Plural extends string = string> {
  readonly plural: Plural;
  readonly path: string;
}

/** A table that parameters can reference by id. */
export interface ReferenceTarget {
  readonly table: string;
  /**
   * The condition that a principal may reference a row of the alias.
   * @param kinds all kinds of the application: some rows are visible because a record references them
   */
  readonly isVisible: (
    principal: Principal,
    alias: string,
    now: RawBuilder<Date>,
    kinds: readonly RecordKind[],
  ) => RawBuilder<SqlBool>;
}

/** The input of `defineKind`. */
export interface KindDefinition<Name extends string, Plural extends string> {
  /** Singular, for error codes, columns and message keys: `press_release` in `press_release_not_found`. */
  readonly name: Name;
  /** Table, key of lists, and last part of the path: `press_releases`. */
  readonly plural: Plural;
  /**
   * Events and `publishable` records have an author, a status and a trash. `term` records have none of these and are
   * public. Default: `publishable`.
   */
  readonly family?: 'event' | 'publishable' | 'term';
  /** Required column of the translations, by which lists can be sorted. Default: `name`. */
  readonly titleColumn?: string;
  /** Whether the translations have an index for search. Default: true. */
  readonly isSearchable?: boolean;
  /** Column with the parent, for terms that form a tree. */
  readonly hierarchyColumn?: string;
  /** Whether the table has `search_fields`, so that custom fields can be searched. */
  readonly hasSearchableFields?: boolean;
  /** The condition that a row of the alias is not protected by a password. Default: no record is protected. */
  readonly hasNoProtection?: (alias: string) => RawBuilder<SqlBool>;
  /** Error codes of reading and deleting a record, besides the usual ones. */
  readonly readErrorCodes?: readonly ErrorCode[];
  /** Column with a parent of the same kind. It becomes null when the parent is deleted permanently. */
  readonly parentColumn?: string;
  /** Configuration variable with the URL template of public pages. */
  readonly urlTemplate?: Extract<keyof Configuration, `${string}_URL_TEMPLATE`>;
  /** Column with the end of a record, if lists depend on it. */
  readonly endColumn?: string;
}

/** A kind of records with slugs, translations and versions: its names in the API and in the database. */
export interface RecordKind<Name extends string = string, Plural extends string = string>
  extends KindDefinition<Name, Plural>, ListedResource<Plural>, ReferenceTarget {
  readonly family: 'event' | 'publishable' | 'term';
  readonly titleColumn: string;
  readonly isSearchable: boolean;
  readonly table: Plural;
  /** Table with one row per record and language: `venue_translations`. */
  readonly translationsTable: string;
  /** Table of the current and former slugs: `venue_slugs`. */
  readonly slugsTable: string;
  /** Column in other tables that references a record: `venue_id`. */
  readonly foreignKey: string;
}

/** A kind of the family `term`. */
export type TermKind = RecordKind;

/** The id or slug by which a URL addresses a record. */
export type RecordKey = { readonly id: number } | { readonly slug: string };
