// Options for MikroORM's command line, which creates migrations. It compares the entities with a snapshot of them at the last migration,
// so it needs a build, but no database.
import { MigrationGenerator } from './scripts/migration-generator.mjs';
import { databaseOptions } from './dist/database/database-options.js';

const options = databaseOptions('postgres://localhost/calendar', 'migrate');

export default {
  ...options,
  migrations: {
    ...options.migrations,
    path: 'src/persistence/migrations',
    emit: 'ts',
    generator: MigrationGenerator,
    snapshot: true,
    snapshotName: '.snapshot',
    snapshotOnMigrate: false,
  },
};
