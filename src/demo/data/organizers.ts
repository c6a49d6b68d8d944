import { INSTITUTIONS } from './organizers-of-the-town.js';
import { SOCIETIES } from './organizers-of-societies.js';

/** Those who invite to the events of the agenda, by key. */
export const ORGANIZERS = { ...INSTITUTIONS, ...SOCIETIES };
