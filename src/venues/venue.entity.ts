import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { VENUE } from '../kinds/calendar-kinds.js';
import { DERIVED_COLUMN_GROUP } from '../records/types/derived-column-group.js';
import { publishingColumns } from '../records/publishing/publishing.columns.js';
import { slugColumns } from '../records/translations/slug.columns.js';
import { translationColumns } from '../records/translations/translation.columns.js';

/** A place where events are held. */
export const VenueSchema = defineEntity({
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
    /** Facts that a search looks into, see `fold`. */
    searchFields: p.text().default('').groups(DERIVED_COLUMN_GROUP),
  },
});

/** A venue as it is stored. */
export class Venue extends VenueSchema.class {
  static readonly kind = VENUE;
}
VenueSchema.setClass(Venue);

/** Optional text columns, which requests set by the same name, and the property of each. Searches look into them. */
export const VENUE_TEXT_COLUMNS = {
  address: 'address',
  city: 'city',
  country: 'country',
  province: 'province',
  state: 'state',
  stateprovince: 'stateprovince',
  zip: 'zip',
  phone: 'phone',
  website: 'website',
} as const;

/** A venue's texts in one language. */
export const VenueTranslationSchema = defineEntity({
  name: 'VenueTranslation',
  tableName: 'venue_translations',
  primaryKeys: ['venue', 'language'],
  properties: {
    venue: () => p.manyToOne(Venue).primary(),
    ...translationColumns,
    name: p.text().serializedName('venue'),
    /** The name as names are matched, see `foldedNameKey`. */
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
  },
});

export class VenueTranslation extends VenueTranslationSchema.class {}
VenueTranslationSchema.setClass(VenueTranslation);

/** Slugs of venues, present and former. */
export const VenueSlugSchema = defineEntity({
  name: 'VenueSlug',
  tableName: 'venue_slugs',
  properties: { ...slugColumns, venueId: p.bigint('number') },
});

/** Its tables, for the ORM and for statements. */
export const VENUE_ENTITIES = [VenueSchema, VenueTranslationSchema, VenueSlugSchema] as const;
export type VenueTables = InferKyselyDB<(typeof VENUE_ENTITIES)[number]>;
