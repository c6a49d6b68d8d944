import { TakesAdditions } from '../../common/records/addition-points.js';
import { TAG } from '../../common/records/kinds.js';
import { TermFields } from '../../common/terms/term.fields.js';
import { WritesTo } from '../../common/validation/field.js';
import { TagView } from './tag.view.js';

/** A tag to be created. */
@WritesTo(() => TagView)
@TakesAdditions(TAG, 'input')
export class CreateTagDto extends TermFields {}
