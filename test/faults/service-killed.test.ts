import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { expectAtMostInFull, inForm, report } from '../support/faults/form.js';
import { settle } from '../support/faults/ledger.js';
import { prepareLives, type Lives } from '../support/faults/lives.js';
import { startWriters } from '../support/faults/writers.js';
import { contradictions } from '../support/integrity.js';
import { eventually } from '../support/log-lines.js';
import { endServiceProcesses } from '../support/service-process.js';

const ROUNDS = inForm(2, 20);
/** Creates that are acknowledged in each life, at least. */
const PER_LIFE = inForm(100, 200);

let cluster: Cluster;
let lives: Lives;
beforeEach(async () => {
  cluster = await startCluster();
  lives = await prepareLives({ DATABASE_URL: cluster.url });
});
afterEach(async () => {
  await endServiceProcesses();
  await cluster.remove();
});

describe('a service that is killed while 64 clients write', () => {
  it('9.3 has stored what it acknowledged, once and whole, and is soon ready again', async () => {
    const starts = [await lives.start()];
    const writers = startWriters(lives.origin);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await eventually(() => (writers.ledger.acknowledged.size >= round * PER_LIFE ? true : undefined));
      await lives.kill();
      starts.push(await lives.start());
    }
    const settled = await settle(cluster.url, await writers.stop());
    const half = await contradictions(cluster.url);
    report('service killed', { kills: ROUNDS, ...settled, half: half.length, longest_start_ms: Math.max(...starts) });
    expect({ ...settled, half }).toMatchObject({ lost: 0, doubled: 0, half: [] });
    expectAtMostInFull(5000, { 'longest start': Math.max(...starts) });
  });
});
