import { TermFields } from '../../common/terms/term.fields.js';
import { WritesTo } from '../../common/validation/field.js';
import { TagView } from './tag.view.js';

/** A tag to be created. */
@WritesTo(() => TagView)
export class CreateTagDto extends TermFields {}
