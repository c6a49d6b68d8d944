import { TakesAdditions } from '../../kernel/schema/addition-points.js';
import { TAG } from '../../records/types/kinds.js';
import { TermFields } from '../../records/terms/term.fields.js';
import { WritesTo } from '../../kernel/schema/field.js';
import { TagView } from './tag.view.js';

/** A tag to be created. */
@WritesTo(() => TagView)
@TakesAdditions(TAG, 'input')
export class CreateTagDto extends TermFields {}
