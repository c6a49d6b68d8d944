import { TakesAdditions } from '../../kernel/schema/addition-points.js';
import { TAG } from '../../kinds/kinds.js';
import { TermFields } from '../../kinds/term.fields.js';
import { WritesTo } from '../../kernel/schema/field.js';
import { TagView } from './tag.view.js';

/** A tag to be created. */
@WritesTo(() => TagView)
@TakesAdditions(TAG, 'input')
export class CreateTagDto extends TermFields {}
