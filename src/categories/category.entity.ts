import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { CATEGORY } from '../kinds/calendar-kinds.js';
import { DERIVED_COLUMN_GROUP, slugColumns, translationColumns } from '../records/types/columns.js';
import { recordColumns } from '../records/publishing/publishing.columns.js';

/** A subject of events. Categories form a tree. */
const CategorySchema = defineEntity({
  name: 'Category',
  tableName: CATEGORY.table,
  properties: {
    ...recordColumns,
    customFields: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    parentId: p.bigint('number').nullable().serializedName('parent'),
  },
});

/** A stored category. */
export class Category extends CategorySchema.class {
  static readonly kind = CATEGORY;
}
CategorySchema.setClass(Category);

const CategoryTranslationSchema = defineEntity({
  name: 'CategoryTranslation',
  tableName: 'category_translations',
  primaryKeys: ['category', 'language'],
  properties: {
    category: () => p.manyToOne(Category).primary(),
    ...translationColumns,
    name: p.text(),
    /** The name in the form in which names are compared, see `foldedNameKey`. Unique among siblings within a language. */
    nameKey: p.text().groups(DERIVED_COLUMN_GROUP),
    /** Id of the parent, 0 at the top level, for the unique index on sibling names. A foreign key keeps it equal to the parent. */
    siblingScope: p.bigint('number').default(0).groups(DERIVED_COLUMN_GROUP),
  },
});

export class CategoryTranslation extends CategoryTranslationSchema.class {}
CategoryTranslationSchema.setClass(CategoryTranslation);

const CategorySlugSchema = defineEntity({
  name: 'CategorySlug',
  tableName: 'category_slugs',
  properties: { ...slugColumns, categoryId: p.bigint('number') },
});

export const CATEGORY_ENTITIES = [CategorySchema, CategoryTranslationSchema, CategorySlugSchema] as const;
export type CategoryTables = InferKyselyDB<(typeof CATEGORY_ENTITIES)[number]>;
