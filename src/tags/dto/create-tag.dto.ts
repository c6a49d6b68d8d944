import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { TAG } from '../../kinds/calendar-kinds.js';
import { TermFields } from '../../kinds/term.fields.js';
import { AcceptsViewMembers } from '../../kernel/schema/field.js';
import { TagView } from './tag.view.js';

/** Fields of a new tag. */
@AcceptsViewMembers(() => TagView)
@Extensible(TAG, 'input')
export class CreateTagDto extends TermFields {}
