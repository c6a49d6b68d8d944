import type { RequestContext } from '../../kernel/context/request-context.js';
import { PageOf } from '../../records/lists/page.view.js';
import { TAG } from '../../kinds/calendar-kinds.js';
import { ExtensibleRecordView } from '../../records/views/extensible-record-view.decorator.js';
import type { ViewBuilder } from '../../records/views/view-builder.js';
import { EmbeddedTermView, TermView } from '../../kinds/term.view.js';
import type { TagRow } from '../tag.select.js';

/** A tag in an event. */
@ExtensibleRecordView(TAG, { name: 'examples.tag.name', description: '' })
export class EmbeddedTagView extends EmbeddedTermView {}

/** A tag in a response. */
@ExtensibleRecordView(TAG, { name: 'examples.tag.name', description: '' })
export class TagView extends TermView {}

/** A page of tags. */
export class TagList extends PageOf(TAG, TagView) {}

/** Builds the view of a tag in an event. */
export function embeddedTagView(views: ViewBuilder, context: RequestContext, row: TagRow): EmbeddedTagView {
  return { ...views.recordView(context, TAG, row), name: row.name };
}

/** Builds the view of a tag. */
export function tagView(views: ViewBuilder, context: RequestContext, row: TagRow & { count: number }): TagView {
  return { ...embeddedTagView(views, context, row), count: row.count };
}
