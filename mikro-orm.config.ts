import { readConfiguration } from './src/kernel/config/configuration.js';
import { loadEnvironmentFile } from './src/kernel/config/environment-file.js';
import { databaseOptions } from './src/database/database-options.js';

/** Options for MikroORM's own command line, for a database given by `DATABASE_URL`. */
export default databaseOptions(readConfiguration(loadEnvironmentFile()).DATABASE_URL ?? '', 'migrate');
