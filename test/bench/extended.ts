import { removeCreated, type BenchDatabase } from './database.js';
import { driveInTurn, type Comparison } from './drive-in-turn.js';
import { endingAll } from './interruption.js';
import { isAsked, type BenchOptions } from './options.js';
import { startService, TOKEN, type Server } from './processes.js';
import { NAMESPACE, requestKinds } from './requests.js';
import { readValues } from './values.js';

const SPEAKERS = 100;

/**
 * Measures the service with `EXTENSIONS=speakers` and two speakers per event against the service without extensions, in
 * turn.
 */
export function compareExtended(
  database: BenchDatabase,
  options: BenchOptions,
  signal: AbortSignal,
): Promise<Comparison[]> {
  return endingAll(async (started) => {
    started({ stop: () => removeCreated(database) });
    const settings = { database, nodeFlags: options.nodeFlags };
    const environment = { EXTENSIONS: 'speakers' };
    const extended = started(await startService({ ...settings, environment }, 'extended'));
    const plain = started(await startService(settings, 'plain'));
    await fillSpeakers(extended, database);
    const all = await requestKinds(plain, await readValues(database.session));
    const kinds = all
      .filter(({ name }) => isAsked(name, options))
      .map(({ name, writes, draw }) => ({ name, writes, draw }));
    return driveInTurn([extended, plain], kinds, options, signal);
  });
}

async function fillSpeakers({ origin }: Server, { session }: BenchDatabase): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const { rows: found } = await session.query<{ id: string }>('select id from speakers');
  for (let count = found.length; count < SPEAKERS; count += 1) {
    const body = JSON.stringify({ name: `Speaker ${count}`, website: 'https://example.org/speaker' });
    const answer = await fetch(`${origin}${NAMESPACE}/speakers`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`Creating a speaker failed with ${answer.status}`);
  }
  await session.query(`
    with numbered as (select id, row_number() over (order by id) - 1 as number, count(*) over () as total from speakers)
    insert into event_speakers (event_id, speaker_id, position)
    select e.id, s.id, place from events e cross join generate_series(0, 1) as place
    join numbered s on s.number = (e.id + place) % s.total
    on conflict do nothing`);
  await session.query('analyze event_speakers');
}
