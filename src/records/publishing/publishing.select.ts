import type { StoredImage } from '../images/image.view.js';
import { sql, type Expression } from 'kysely';
import type { AccessAttributes } from '../../kernel/context/permissions.js';
import type { ExtensionRow } from '../extension-points/record-extension.js';
import type { StoredStatus } from './publishing.columns.js';

/** A time in whole seconds since 1970. `extract` would be slower, because it computes with exact decimals. */
export const wholeEpochSecondsSql = (column: Expression<unknown>) =>
  sql<number>`cast(floor(date_part('epoch', ${column})) as bigint)`;

/** Selects the columns of a {@link PublishableRow}. */
export function publishableSelection(alias: string, now: Expression<Date>) {
  const column = <Value>(name: string) => sql<Value>`${sql.ref(`${alias}.${name}`)}`;
  return [
    column<number>('id').as('id'),
    column<number | null>('author_id').as('author_id'),
    column<StoredStatus>('status').as('status'),
    column<number>('version').as('version'),
    sql<boolean>`${column('trashed_at')} is not null`.as('is_trashed'),
    // A scheduled record in the trash does not become due.
    sql<boolean>`coalesce(${column('published_at')} <= least(${now}, ${column('trashed_at')}), false)`.as('is_due'),
    sql<number | null>`${wholeEpochSecondsSql(column('published_at'))}`.as('published_at'),
    wholeEpochSecondsSql(column('modified_at')).as('modified_at'),
    column<Record<string, unknown>>('custom_fields').as('custom_fields'),
    column<string | null>('image_alt').as('image_alt'),
    sql<StoredImage | null>`(
      select jsonb_build_object('id', image.id, 'url', image.url) from images as image where image.id = ${column('image_id')}
    )`.as('image'),
  ] as const;
}

/** The columns that {@link publishableSelection} selects. Times are in seconds since 1970. */
export interface PublishableRow {
  readonly id: number;
  readonly author_id: number | null;
  readonly status: StoredStatus;
  readonly version: number;
  readonly is_trashed: boolean;
  readonly is_due: boolean;
  readonly published_at: number | null;
  readonly modified_at: number;
  readonly custom_fields: Record<string, unknown>;
  readonly image_alt: string | null;
  readonly image: StoredImage | null;
}

/** The attributes of a row that permissions depend on. Terms have neither author nor status, so they are public. */
export const accessAttributesOf = ({
  author_id = null,
  status,
  is_due = false,
}: Partial<AccessColumns>): AccessAttributes => ({
  authorId: author_id,
  isPublic: status === undefined || (status === 'publish' && is_due),
});

type AccessColumns = Pick<PublishableRow, 'author_id' | 'is_due'> & { readonly status: string };

/** The columns of the served translation. */
export interface TranslatedRecordRow {
  readonly slug: string;
  readonly description: string;
  readonly language: string;
  readonly translations: Record<string, string>;
  /** Values that extensions select with the record. */
  readonly extensions?: ExtensionRow;
}
