import { TermsQuery } from '../../common/terms/terms.query.js';

/** Parameters of the list of categories. */
export class ListCategoriesQuery extends TermsQuery {}
