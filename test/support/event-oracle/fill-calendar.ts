import fc from 'fast-check';
import pg from 'pg';
import type { Language } from '../languages.js';
import { createReaders } from '../readers.js';
import { startTestCalendar } from '../test-calendar.js';
import { ZoneOracle } from '../zone-oracle.js';
import type { OracleSetup } from './diff-with-oracle.js';
import { withManyEvents } from './with-many-events.js';
import { datasets } from './arbitrary-datasets.js';
import { storeDataset } from './store-dataset.js';

/** How a calendar is configured, and which world it gets. */
export interface FillOptions {
  /** `TIMEZONE` of the service. */
  readonly timezone: string;
  /** `DEFAULT_LANGUAGE` of the service. */
  readonly byDefault: Language;
  /** How many events there are. */
  readonly size: number;
  /** How many plain ones beside; none where nothing is said. */
  readonly crowd?: number;
  /** The same one makes the same world. */
  readonly seed: number;
  /** The moments at which the world will be looked at, in epoch seconds. */
  readonly nows: readonly [number, ...number[]];
}

export interface FilledCalendar extends OracleSetup {
  close(): Promise<void>;
}

/** Starts a calendar and fills it with a world. */
export async function fillCalendar(filling: FillOptions): Promise<FilledCalendar> {
  const { timezone, byDefault, size, crowd = 0, seed, nows } = filling;
  const zone = new ZoneOracle(timezone);
  const [first, ...others] = nows.map((now) => ({ now, zone }));
  if (!first) throw new Error('There is no moment to look at the world');
  const [made] = fc.sample(datasets([first, ...others], size), { seed, numRuns: 1 });
  if (!made) throw new Error('There is no world');
  const world = withManyEvents(made, first, crowd);
  const calendar = await startTestCalendar({ TIMEZONE: timezone, DEFAULT_LANGUAGE: byDefault });
  const { tokens, ids } = await createReaders(calendar);
  const session = new pg.Client({ connectionString: calendar.databaseUrl });
  await session.connect();
  await storeDataset(session, world, ids);
  await session.end();
  return { calendar, dataset: world, zone, defaultLanguage: byDefault, tokens, close: () => calendar.close() };
}
