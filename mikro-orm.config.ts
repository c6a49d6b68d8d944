import { readConfiguration, readEnvironmentFile } from './src/config/configuration.js';
import { ormOptions } from './src/database/orm-options.js';

/** Options for MikroORM's own command line, for a database given by `DATABASE_URL`. */
export default ormOptions(readConfiguration(readEnvironmentFile()).DATABASE_URL ?? '', 'migrate');
