import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { TAG } from '../kinds/calendar-kinds.js';
import { DERIVED_COLUMN_GROUP } from '../records/types/derived-column-group.js';
import { versionColumns } from '../records/publishing/publishing.columns.js';
import { slugColumns } from '../records/translations/slug.columns.js';
import { translationColumns } from '../records/translations/translation.columns.js';

/** A free keyword of events. */
export const TagSchema = defineEntity({
  name: 'Tag',
  tableName: TAG.table,
  properties: {
    ...versionColumns,
    customFields: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
  },
});

/** A tag as it is stored. */
export class Tag extends TagSchema.class {
  static readonly kind = TAG;
}
TagSchema.setClass(Tag);

/** A tag's texts in one language. */
export const TagTranslationSchema = defineEntity({
  name: 'TagTranslation',
  tableName: 'tag_translations',
  primaryKeys: ['tag', 'language'],
  properties: {
    tag: () => p.manyToOne(Tag).primary(),
    ...translationColumns,
    name: p.text(),
    /** The name as names are matched, see `foldedNameKey`; unique among all tags of a language. */
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
  },
});

export class TagTranslation extends TagTranslationSchema.class {}
TagTranslationSchema.setClass(TagTranslation);

/** Slugs of tags, present and former. */
export const TagSlugSchema = defineEntity({
  name: 'TagSlug',
  tableName: 'tag_slugs',
  properties: { ...slugColumns, tagId: p.bigint('number') },
});

/** Its tables, for the ORM and for statements. */
export const TAG_ENTITIES = [TagSchema, TagTranslationSchema, TagSlugSchema] as const;
export type TagTables = InferKyselyDB<(typeof TAG_ENTITIES)[number]>;
