import { p } from '@mikro-orm/core';
import { DERIVED_COLUMN_GROUP } from '../types/columns.js';

/** Stored statuses. `future` is stored as `publish`, `trash` as `trashedAt`. */
export const STORED_STATUSES = ['publish', 'draft', 'pending', 'private'] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** Statuses that a create accepts. */
export const CREATE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;
/** Statuses in responses. */
export const STATUSES = [...CREATE_STATUSES, 'trash'] as const;
/** The status of a record. */
export type Status = (typeof STATUSES)[number];

/** Columns of every record. */
export const recordColumns = {
  id: p.bigint('number').primary(),
  createdAt: p.datetime().groups(DERIVED_COLUMN_GROUP),
  modifiedAt: p.datetime().groups(DERIVED_COLUMN_GROUP),
  /** Number of writes to the record: its fields, links and translations. */
  version: p.integer().default(1).groups(DERIVED_COLUMN_GROUP),
};

/** Columns of records with an author and a publication status: events, venues, organizers. */
export const publishingColumns = {
  ...recordColumns,
  authorId: p.bigint('number').nullable().serializedName('author'),
  status: p.string().$type<StoredStatus>(),
  /** Status `trash` in the API. */
  trashedAt: p.datetime().nullable().serializedName('status'),
  publishedAt: p.datetime().nullable().serializedName('date_utc'),
  imageId: p.bigint('number').nullable().serializedName('image'),
  imageAlt: p.text().nullable().serializedName('image.alt'),
  customFields: p.json<Record<string, unknown>>(),
};
