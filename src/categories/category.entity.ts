import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { CATEGORY } from '../kinds/calendar-kinds.js';
import { DERIVED_COLUMN_GROUP } from '../records/types/derived-column-group.js';
import { versionColumns } from '../records/publishing/publishing.columns.js';
import { slugColumns } from '../records/translations/slug.columns.js';
import { translationColumns } from '../records/translations/translation.columns.js';

/** A rubric of the agenda, in a tree. */
export const CategorySchema = defineEntity({
  name: 'Category',
  tableName: CATEGORY.table,
  properties: {
    ...versionColumns,
    customFields: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    parentId: p.bigint('number').nullable().serializedName('parent'),
  },
});

/** A category as it is stored. */
export class Category extends CategorySchema.class {
  static readonly kind = CATEGORY;
}
CategorySchema.setClass(Category);

/** A category's texts in one language. */
export const CategoryTranslationSchema = defineEntity({
  name: 'CategoryTranslation',
  tableName: 'category_translations',
  primaryKeys: ['category', 'language'],
  properties: {
    category: () => p.manyToOne(Category).primary(),
    ...translationColumns,
    name: p.text(),
    /** The name as names are matched, see `foldedNameKey`; unique among siblings in a language. */
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
    /** The category's parent, 0 at top level: kept equal by a foreign key, so that the database sees who are siblings. */
    siblingScope: p.bigint('number').default(0).groups(DERIVED_COLUMN_GROUP),
  },
});

export class CategoryTranslation extends CategoryTranslationSchema.class {}
CategoryTranslationSchema.setClass(CategoryTranslation);

/** Slugs of categories, present and former. */
export const CategorySlugSchema = defineEntity({
  name: 'CategorySlug',
  tableName: 'category_slugs',
  properties: { ...slugColumns, categoryId: p.bigint('number') },
});

/** Its tables, for the ORM and for statements. */
export const CATEGORY_ENTITIES = [CategorySchema, CategoryTranslationSchema, CategorySlugSchema] as const;
export type CategoryTables = InferKyselyDB<(typeof CATEGORY_ENTITIES)[number]>;
