import fc, { type Arbitrary } from 'fast-check';
import { LANGUAGES } from '../languages.js';
import { reference } from './arbitrary-fields.js';
import type { KindName } from './model-state.js';

const languages = { ml_fallback: fc.constant('none'), ml_has_translation: fc.constantFrom(...LANGUAGES) };
const lists = { ...languages, ml_missing_translation: fc.constantFrom(...LANGUAGES) };
const statuses = fc.constantFrom('publish', 'draft', 'trash', 'future,private', 'publish,pending,trash', 'nonsense');
const booleanText = fc.constantFrom('true', 'false');
const paged = { page: fc.constantFrom('1', '1', '2'), per_page: fc.constantFrom('2', '5', '50') };
const VENUE_ORGANIZER_PARAMETERS = { ...lists, ...paged, status: statuses, event: reference, has_events: booleanText };
const TERM_PARAMETERS = { ...lists, ...paged, hide_empty: booleanText, event: reference };
/** Parameters of each list. */
export const LIST_PARAMETERS: Record<KindName, Record<string, Arbitrary<unknown>>> = {
  event: {
    ...lists,
    ...paged,
    status: statuses,
    featured: booleanText,
    hide_from_listings: fc.constantFrom('true', 'false', 'any'),
    venue: reference,
    organizer: reference,
    categories: reference,
    tags: reference,
    post_parent: reference,
  },
  venue: VENUE_ORGANIZER_PARAMETERS,
  organizer: VENUE_ORGANIZER_PARAMETERS,
  category: { ...TERM_PARAMETERS, parent: reference },
  tag: TERM_PARAMETERS,
};
/** Parameters of a read, and of a removal. */
export const READ_PARAMETERS = { ml_fallback: fc.constant('none'), password: fc.constantFrom('obre', 'tanca') };
export const REMOVE_PARAMETERS = {
  force: fc.constant('true'),
  ml_scope: fc.constant('translation'),
  password: fc.constantFrom('obre', 'tanca'),
};
