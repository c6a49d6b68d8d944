import { Schema } from './20261203000000-schema.js';

/**
 * Every migration, in order. A released migration is never changed.
 *
 * Databases made before 20261203 also have the names of former migrations in their table `migrations`. The migrator ignores them.
 */
export const MIGRATIONS = [{ name: '20261203000000-schema', class: Schema }];
