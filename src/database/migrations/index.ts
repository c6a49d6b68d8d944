import { Foundation } from './20261120000000-foundation.js';

/** Every migration, in order. A migration that has landed is never changed. */
export const MIGRATIONS = [{ name: '20261120000000-foundation', class: Foundation }];
