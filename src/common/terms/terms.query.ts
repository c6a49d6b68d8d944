import { PageQuery } from '../pagination/page.query.js';
import { BooleanField, IdsField } from '../validation/fields.js';

/** What the lists of categories and tags have in common. */
export class TermsQuery extends PageQuery {
  @IdsField()
  include?: number[];

  @BooleanField({ default: true })
  hide_empty!: boolean;
}
