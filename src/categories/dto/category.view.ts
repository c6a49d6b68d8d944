import { ApiProperty } from '@nestjs/swagger';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { PageOf } from '../../records/lists/page.view.js';
import { CATEGORY } from '../../kinds/calendar-kinds.js';
import { ExtensibleRecordView } from '../../records/views/extensible-record-view.decorator.js';
import type { ViewBuilder } from '../../records/views/view-builder.js';
import { EmbeddedTermView, TermView } from '../../kinds/term.view.js';
import type { CategoryRow } from '../category.select.js';

/** A category in an event. */
@ExtensibleRecordView(CATEGORY, { name: 'examples.category.name', description: '' })
export class EmbeddedCategoryView extends EmbeddedTermView {
  @ApiProperty({ description: 'fields.parent', type: 'integer', minimum: 1, nullable: true, example: null })
  parent!: number | null;
}

/** A category in a response. */
@ExtensibleRecordView(CATEGORY, { name: 'examples.category.name', description: '' })
export class CategoryView extends TermView {
  @ApiProperty({ description: 'fields.parent', type: 'integer', minimum: 1, nullable: true, example: null })
  parent!: number | null;
}

/** A page of categories. */
export class CategoryList extends PageOf(CATEGORY, CategoryView) {}

/** Builds the view of a category in an event. */
export function embeddedCategoryView(
  views: ViewBuilder,
  context: RequestContext,
  row: CategoryRow,
): EmbeddedCategoryView {
  return { ...views.recordView(context, CATEGORY, row), name: row.name, parent: row.parent_id };
}

/** Builds the view of a category. */
export function categoryView(
  views: ViewBuilder,
  context: RequestContext,
  row: CategoryRow & { count: number },
): CategoryView {
  return { ...embeddedCategoryView(views, context, row), count: row.count };
}
