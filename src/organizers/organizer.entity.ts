import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { ORGANIZER } from '../kinds/calendar-kinds.js';
import { DERIVED_COLUMN_GROUP } from '../records/types/derived-column-group.js';
import { publishingColumns } from '../records/publishing/publishing.columns.js';
import { slugColumns } from '../records/translations/slug.columns.js';
import { translationColumns } from '../records/translations/translation.columns.js';

/** Who holds events. */
export const OrganizerSchema = defineEntity({
  name: 'Organizer',
  tableName: ORGANIZER.table,
  properties: {
    ...publishingColumns,
    phone: p.text().nullable(),
    website: p.text().nullable(),
    email: p.text().nullable(),
    /** Facts that a search looks into, see `fold`. */
    searchFields: p.text().default('').groups(DERIVED_COLUMN_GROUP),
  },
});

/** An organizer as it is stored. */
export class Organizer extends OrganizerSchema.class {
  static readonly kind = ORGANIZER;
}
OrganizerSchema.setClass(Organizer);

/** Optional text columns, which requests set by the same name, and the property of each. Searches look into them. */
export const ORGANIZER_TEXT_COLUMNS = { phone: 'phone', website: 'website', email: 'email' } as const;

/** An organizer's texts in one language. */
export const OrganizerTranslationSchema = defineEntity({
  name: 'OrganizerTranslation',
  tableName: 'organizer_translations',
  primaryKeys: ['organizer', 'language'],
  properties: {
    organizer: () => p.manyToOne(Organizer).primary(),
    ...translationColumns,
    name: p.text().serializedName('organizer'),
    /** The name as names are matched, see `foldedNameKey`. */
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
  },
});

export class OrganizerTranslation extends OrganizerTranslationSchema.class {}
OrganizerTranslationSchema.setClass(OrganizerTranslation);

/** Slugs of organizers, present and former. */
export const OrganizerSlugSchema = defineEntity({
  name: 'OrganizerSlug',
  tableName: 'organizer_slugs',
  properties: { ...slugColumns, organizerId: p.bigint('number') },
});

/** Its tables, for the ORM and for statements. */
export const ORGANIZER_ENTITIES = [OrganizerSchema, OrganizerTranslationSchema, OrganizerSlugSchema] as const;
export type OrganizerTables = InferKyselyDB<(typeof ORGANIZER_ENTITIES)[number]>;
