import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { ORGANIZER } from '../kinds/calendar-kinds.js';
import { DERIVED_COLUMN_GROUP, slugColumns, translationColumns } from '../records/types/columns.js';
import { publishingColumns } from '../records/publishing/publishing.columns.js';

/** A person or organization that holds events. */
const OrganizerSchema = defineEntity({
  name: 'Organizer',
  tableName: ORGANIZER.table,
  properties: {
    ...publishingColumns,
    phone: p.text().nullable(),
    website: p.text().nullable(),
    email: p.text().nullable(),
    /** Folded texts of the record, for `search`. */
    searchFields: p.text().default('').groups(DERIVED_COLUMN_GROUP),
  },
});

/** A stored organizer. */
export class Organizer extends OrganizerSchema.class {
  static readonly kind = ORGANIZER;
}
OrganizerSchema.setClass(Organizer);

/** Optional text columns. A request sets them by the same names, and `search` finds them. */
export const ORGANIZER_TEXT_COLUMNS = ['phone', 'website', 'email'] as const;

const OrganizerTranslationSchema = defineEntity({
  name: 'OrganizerTranslation',
  tableName: 'organizer_translations',
  primaryKeys: ['organizer', 'language'],
  properties: {
    organizer: () => p.manyToOne(Organizer).primary(),
    ...translationColumns,
    name: p.text().serializedName('organizer'),
    /** The name in the form in which names are compared, see `foldedNameKey`. */
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
  },
});

export class OrganizerTranslation extends OrganizerTranslationSchema.class {}
OrganizerTranslationSchema.setClass(OrganizerTranslation);

const OrganizerSlugSchema = defineEntity({
  name: 'OrganizerSlug',
  tableName: 'organizer_slugs',
  properties: { ...slugColumns, organizerId: p.bigint('number') },
});

export const ORGANIZER_ENTITIES = [OrganizerSchema, OrganizerTranslationSchema, OrganizerSlugSchema] as const;
export type OrganizerTables = InferKyselyDB<(typeof ORGANIZER_ENTITIES)[number]>;
