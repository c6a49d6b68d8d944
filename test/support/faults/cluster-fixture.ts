import { afterAll, beforeAll } from 'vitest';
import { stopServiceProcesses } from '../processes/service-process.js';
import { repeatParallel } from '../records/links.js';
import { startCluster, type Cluster } from './cluster.js';
import { startNetwork, type Network } from './network.js';
import { prepareRestartableService, type RestartableService } from './restartable-service.js';

/** A PostgreSQL server and services on it. */
interface ClusterFixture {
  readonly cluster: Cluster;
  /** Proxy between the services and the server. Only with the option `network`. */
  readonly network: Network;
  readonly services: readonly RestartableService[];
  /** The first service. */
  readonly service: RestartableService;
}

/** Starts a cluster and `count` services before the tests of a file, and removes them afterwards. */
export function useCluster({ count = 1, network = false } = {}): ClusterFixture {
  const fixture = {} as { -readonly [Name in keyof ClusterFixture]: ClusterFixture[Name] };
  beforeAll(async () => {
    fixture.cluster = await startCluster();
    if (network) fixture.network = await startNetwork(fixture.cluster.url);
    const { url } = network ? fixture.network : fixture.cluster;
    fixture.services = await repeatParallel(count, () => prepareRestartableService({ DATABASE_URL: url }));
    await Promise.all(fixture.services.map((service) => service.start()));
    Object.assign(fixture, { service: fixture.services[0] });
  });
  afterAll(async () => {
    await stopServiceProcesses();
    if (network) await fixture.network.close();
    await fixture.cluster.remove();
  });
  return fixture;
}
