import { setTimeout } from 'node:timers/promises';
import { createTestDatabase } from '../test-database.js';
import { query } from '../database-session.js';
import { AUDIENCE, Issuer, signingKey } from '../issuer.js';
import { startAsked, type Ask } from '../process-client.js';
import { rawRequest, type RawAnswer } from '../raw-request.js';

const API = '/calendar/events/v1';
/** How often something is asked at most. */
const ATTEMPTS = 3;

const NINE_DAYS = 9 * 86_400_000;

/** Clocks of machines that are not to be relied on, as `shifted-clock.mjs` makes them. */
export const WRONG_CLOCKS = [
  ['nine days ahead', `?ahead=${NINE_DAYS}`],
  ['nine days behind', `?ahead=${-NINE_DAYS}`],
  ['set by eighteen days, forth and back, twenty times a second', `?ahead=${NINE_DAYS}&turns=50`],
] as const;

/** A service whose machine has a wrong clock, and its database, which has a right one. */
export interface WrongClockScene {
  readonly issuer: Issuer;
  /** As an administrator, unless a header says otherwise; of the interface, what stands behind its namespace. */
  readonly ask: Ask;
  /** Without credentials. */
  read(path: string): Promise<RawAnswer>;
  /** Unix seconds by the database, at most a round trip old. */
  databaseNow(): Promise<number>;
  /** Carries out a statement behind the back of the service. */
  behindItsBack(statement: string): Promise<unknown>;
  close(): Promise<void>;
}

/** @param clock one of {@link WRONG_CLOCKS} */
export async function startWithClock(clock: string): Promise<WrongClockScene> {
  const database = await createTestDatabase();
  const issuer = await new Issuer([await signingKey()]).up();
  const service = await startAsked(database.url, {
    NODE_OPTIONS: `--import ${new URL('../shifted-clock.mjs', import.meta.url).href}${clock}`,
    CACHE_BYTES: '1000000',
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: AUDIENCE,
  });
  const address = (path: string) => (path.startsWith('/') ? path : `${API}/${path}`);
  return {
    issuer,
    ask: (method, path, ...more) => patiently(() => service.ask(method, address(path), ...more)),
    read: (path) => patiently(() => rawRequest(service.origin, { method: 'GET', path: address(path) })),
    databaseNow: async () => {
      const statement = 'select extract(epoch from clock_timestamp())::float8 as now';
      return (await query<{ now: number }>(database.url, statement))[0]?.now ?? NaN;
    },
    behindItsBack: (statement) => query(database.url, statement),
    close: async () => {
      await service.stop();
      await issuer.down();
      await database.drop();
    },
  };
}

/** A machine that does much else may take the service's limits of time, which it says by 503. */
async function patiently(send: () => Promise<RawAnswer>): Promise<RawAnswer> {
  let answer = await send();
  for (let attempt = 1; answer.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await setTimeout(1000 * Number(answer.headers['retry-after']));
    answer = await send();
  }
  return answer;
}

/** Unix seconds as the interface writes them in UTC. */
export const wallClock = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
