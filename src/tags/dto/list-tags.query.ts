import { TermsQuery } from '../../common/terms/terms.query.js';

/** Parameters of the list of tags. */
export class ListTagsQuery extends TermsQuery {}
