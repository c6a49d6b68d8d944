import type pg from 'pg';
import { countDatabaseError } from './database-error-counts.js';

/** Has a pool count what keeps it from giving a connection. What connections meet they count themselves. */
export function countErrorsOf(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient> | undefined;
  pool.connect = ((...given: unknown[]) => {
    const connecting = connect(...given);
    connecting?.catch(countDatabaseError);
    return connecting;
  }) as pg.Pool['connect'];
}
