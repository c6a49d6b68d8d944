import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database-session.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { expectAtMostInFull, inForm, report } from '../support/faults/form.js';
import { settle } from '../support/faults/ledger.js';
import { prepareLives, type Lives } from '../support/faults/lives.js';
import { startWriters, type TakenByWriter } from '../support/faults/writers.js';
import { contradictions } from '../support/integrity.js';
import { times } from '../support/links.js';
import { endServiceProcesses } from '../support/service-process.js';

const ROUNDS = inForm(1, 10);

let cluster: Cluster;
let services: Lives[];
beforeAll(async () => {
  cluster = await startCluster();
  services = await times(2, () => prepareLives({ DATABASE_URL: cluster.url }));
  await Promise.all(services.map((each) => each.start()));
});
afterAll(async () => {
  await endServiceProcesses();
  await cluster.remove();
});

/** What was answered neither by a create nor by its replay. */
const newCounts = () => ({ broken: 0, unavailable: 0 });

describe('two services that are stopped and started again in turn while 64 clients write', () => {
  it.each(inForm([true], [true, false]))(
    '9.3 12.3 lose nothing, double nothing, and break nothing off (keys: %s)',
    async (keyed) => {
      const [counts, stops, rows] = [newCounts(), [] as number[], await countRows(cluster.url, 'events')];
      const onAnswer = ({ status, refused }: TakenByWriter) => {
        if (status === 0 && !refused) counts.broken += 1;
        if (status === 503) counts.unavailable += 1;
      };
      const origins = services.map(({ origin }) => origin);
      const writers = startWriters(origins, { keyed, onAnswer });
      for (const service of inTurn(ROUNDS)) {
        await writers.reach(writers.ledger.acknowledged.size + inForm(50, 200));
        const begin = performance.now();
        expect(await service.stop()).toBe(0);
        stops.push(performance.now() - begin);
        await service.start();
      }
      const settled = await settle(cluster.url, await writers.stop());
      const longest = Math.max(...stops);
      const figures = { stops: stops.length, ...settled, ...counts, longest_stop_ms: longest };
      report(`rolling restart${keyed ? ', keys' : ''}`, figures);
      // What is not answered is not stored either, so that it may be sent again.
      expect(settled).toMatchObject({ lost: 0, doubled: 0, unknownStored: 0, ...(keyed && { unknown: 0 }) });
      expect((await countRows(cluster.url, 'events')) - rows).toBe(settled.acknowledged);
      expect(await contradictions(cluster.url)).toEqual([]);
      expectAtMostInFull(10_000, { 'longest stop': longest });
      expectAtMostInFull(0, counts);
    },
  );
});

/** Each service so many times, in turn. */
const inTurn = (rounds: number): Lives[] => Array.from({ length: rounds }, () => services).flat();
