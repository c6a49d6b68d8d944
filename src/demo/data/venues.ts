import { CENTRE } from './venues-of-the-centre.js';
import { QUARTERS } from './venues-of-the-quarters.js';

/** The places of the agenda by key. */
export const VENUES = { ...CENTRE, ...QUARTERS };
