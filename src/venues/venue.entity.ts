import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { VENUE } from '../kinds/calendar-kinds.js';
import { DERIVED_COLUMN_GROUP, slugColumns, translationColumns } from '../records/types/columns.js';
import { publishingColumns } from '../records/publishing/publishing.columns.js';

/** A place where events are held. */
const VenueSchema = defineEntity({
  name: 'Venue',
  tableName: VENUE.table,
  properties: {
    ...publishingColumns,
    address: p.text().nullable(),
    city: p.text().nullable(),
    country: p.text().nullable(),
    province: p.text().nullable(),
    state: p.text().nullable(),
    stateprovince: p.text().nullable(),
    zip: p.text().nullable(),
    phone: p.text().nullable(),
    website: p.text().nullable(),
    geoLat: p.double().$type<number>().nullable(),
    geoLng: p.double().$type<number>().nullable(),
    showMap: p.boolean().default(true),
    showMapLink: p.boolean().default(true),
    /** Folded texts of the record, for `search`. */
    searchFields: p.text().default('').groups(DERIVED_COLUMN_GROUP),
  },
});

/** A stored venue. */
export class Venue extends VenueSchema.class {
  static readonly kind = VENUE;
}
VenueSchema.setClass(Venue);

/** Optional text columns. A request sets them by the same names, and `search` finds them. */
export const VENUE_TEXT_COLUMNS = [
  'address',
  'city',
  'country',
  'province',
  'state',
  'stateprovince',
  'zip',
  'phone',
  'website',
] as const;

const VenueTranslationSchema = defineEntity({
  name: 'VenueTranslation',
  tableName: 'venue_translations',
  primaryKeys: ['venue', 'language'],
  properties: {
    venue: () => p.manyToOne(Venue).primary(),
    ...translationColumns,
    name: p.text().serializedName('venue'),
    /** The name in the form in which names are compared, see `foldedNameKey`. */
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
  },
});

export class VenueTranslation extends VenueTranslationSchema.class {}
VenueTranslationSchema.setClass(VenueTranslation);

const VenueSlugSchema = defineEntity({
  name: 'VenueSlug',
  tableName: 'venue_slugs',
  properties: { ...slugColumns, venueId: p.bigint('number') },
});

export const VENUE_ENTITIES = [VenueSchema, VenueTranslationSchema, VenueSlugSchema] as const;
export type VenueTables = InferKyselyDB<(typeof VENUE_ENTITIES)[number]>;
