import fc, { type Arbitrary } from 'fast-check';
import { LANGUAGES } from '../languages.js';
import { reference } from './made-fields.js';
import type { KindName } from './world.js';

const languages = { ml_fallback: fc.constant('none'), ml_has_translation: fc.constantFrom(...LANGUAGES) };
const lists = { ...languages, ml_missing_translation: fc.constantFrom(...LANGUAGES) };
const statuses = fc.constantFrom('publish', 'draft', 'trash', 'future,private', 'publish,pending,trash', 'nonsense');
const isSo = fc.constantFrom('true', 'false');
const paged = { page: fc.constantFrom('1', '1', '2'), per_page: fc.constantFrom('2', '5', '50') };
const PLACES = { ...lists, ...paged, status: statuses, event: reference, has_events: isSo };
const TERMS = { ...lists, ...paged, hide_empty: isSo, event: reference };
/** Parameters of each list. */
export const FILTERS: Record<KindName, Record<string, Arbitrary<unknown>>> = {
  event: {
    ...lists,
    ...paged,
    status: statuses,
    featured: isSo,
    hide_from_listings: fc.constantFrom('true', 'false', 'any'),
    venue: reference,
    organizer: reference,
    categories: reference,
    tags: reference,
    post_parent: reference,
  },
  venue: PLACES,
  organizer: PLACES,
  category: { ...TERMS, parent: reference },
  tag: TERMS,
};
/** Parameters of a read, and of a removal. */
export const READING = { ml_fallback: fc.constant('none'), password: fc.constantFrom('obre', 'tanca') };
export const REMOVING = {
  force: fc.constant('true'),
  ml_scope: fc.constant('translation'),
  password: fc.constantFrom('obre', 'tanca'),
};
