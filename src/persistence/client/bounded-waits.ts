import type pg from 'pg';
import { waitsOfRequest, type Waits } from '../../kernel/concurrency/waits.js';

/** As pg-pool words it where its own limit is up. */
const nothingFree = () => new Error('timeout exceeded when trying to connect');

/**
 * Bounds the waits of requests for connections that others have: all that one request has, one after the other. To open a connection is
 * no such wait, and what belongs to no request knows no limit but the pool's.
 */
export function boundWaitsOf(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient>;
  pool.connect = ((...given: unknown[]) => {
    const waits = waitsOfRequest();
    if (!waits || given.length > 0 || !isTaken(pool)) return connect(...given);
    return waits.during(() => connectWithin(waits, connect));
  }) as pg.Pool['connect'];
}

/** Idle ones are handed out in the next turn of the event loop: until then those who wait may have them all. */
const isTaken = ({ idleCount, waitingCount, totalCount, options }: pg.Pool): boolean =>
  waitingCount >= idleCount && totalCount >= options.max;

async function connectWithin(waits: Waits, connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  if (waits.left === 0) throw nothingFree();
  const { promise: up, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(nothingFree()), waits.left);
  const connecting = connect();
  try {
    return await Promise.race([connecting, up]);
  } catch (error) {
    // One that comes all the same is for the next.
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
