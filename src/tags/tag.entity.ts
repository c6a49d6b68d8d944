import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { TAG } from '../kinds/calendar-kinds.js';
import { DERIVED_COLUMN_GROUP, slugColumns, translationColumns } from '../records/types/columns.js';
import { recordColumns } from '../records/publishing/publishing.columns.js';

/** A keyword of events. */
const TagSchema = defineEntity({
  name: 'Tag',
  tableName: TAG.table,
  properties: {
    ...recordColumns,
    customFields: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
  },
});

/** A stored tag. */
export class Tag extends TagSchema.class {
  static readonly kind = TAG;
}
TagSchema.setClass(Tag);

const TagTranslationSchema = defineEntity({
  name: 'TagTranslation',
  tableName: 'tag_translations',
  primaryKeys: ['tag', 'language'],
  properties: {
    tag: () => p.manyToOne(Tag).primary(),
    ...translationColumns,
    name: p.text(),
    /** The name in the form in which names are compared, see `foldedNameKey`. Unique within a language. */
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
  },
});

export class TagTranslation extends TagTranslationSchema.class {}
TagTranslationSchema.setClass(TagTranslation);

const TagSlugSchema = defineEntity({
  name: 'TagSlug',
  tableName: 'tag_slugs',
  properties: { ...slugColumns, tagId: p.bigint('number') },
});

export const TAG_ENTITIES = [TagSchema, TagTranslationSchema, TagSlugSchema] as const;
export type TagTables = InferKyselyDB<(typeof TAG_ENTITIES)[number]>;
