import { p } from '@mikro-orm/core';
import { DERIVED_COLUMN_GROUP } from '../types/derived-column-group.js';

/** Statuses a record is stored with. `future` is what `publish` is called before its date; `trash` is a date of its own. */
export const STORED_STATUSES = ['publish', 'draft', 'pending', 'private'] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** Statuses a record can be created with, and those it is served with. */
export const CREATE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;
/** Every status that records are served with. */
export const STATUSES = [...CREATE_STATUSES, 'trash'] as const;
/** The status of a record. */
export type Status = (typeof STATUSES)[number];

/** Columns of every table whose records are versioned. */
export const versionColumns = {
  id: p.bigint('number').primary(),
  createdAt: p.datetime().groups(DERIVED_COLUMN_GROUP),
  modifiedAt: p.datetime().groups(DERIVED_COLUMN_GROUP),
  /** Counts the writes to the record itself: facts, links, any translation. */
  version: p.integer().default(1).groups(DERIVED_COLUMN_GROUP),
};

/** Columns of records that have an author and a publication status: events, venues, organizers. */
export const publishingColumns = {
  ...versionColumns,
  authorId: p.bigint('number').nullable().serializedName('author'),
  status: p.string().$type<StoredStatus>(),
  /** Served as the status. */
  trashedAt: p.datetime().nullable().serializedName('status'),
  publishedAt: p.datetime().nullable().serializedName('date_utc'),
  imageId: p.bigint('number').nullable().serializedName('image'),
  imageAlt: p.text().nullable().serializedName('image.alt'),
  customFields: p.json<Record<string, unknown>>(),
};
