import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ChangeNotices } from '../../../../src/http/caching/change-notices.js';
import { Changes } from '../../../../src/persistence/transactions/changes.js';
import { SystemClock } from '../../../../src/kernel/time/clock.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';

/** Attempts after which the pause between them has become as long as it gets. */
const ATTEMPTS = 7;

let server: Server;
let notices: ChangeNotices;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `postgres://calendar@127.0.0.1:${(server.address() as AddressInfo).port}/calendar`;
  const subscribing = { registerSubscriber: () => undefined };
  const em = { config: { get: () => url }, getEventManager: () => subscribing } as unknown as EntityManager;
  notices = new ChangeNotices(em, new Changes(em), new SystemClock(), readConfiguration({ CACHE_BYTES: '1000' }));
  Logger.overrideLogger(false);
});
afterEach(async () => {
  await notices.onModuleDestroy();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

it.each<[string, (socket: Socket) => unknown]>([
  ['ends every connection', (socket) => socket.destroy()],
  ['takes every connection and says nothing', () => undefined],
])('12.2 a database that %s is looked for more than once a second, and nothing is relied upon', async (_what, meet) => {
  const met: number[] = [];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  server.on('connection', (socket: Socket) => {
    met.push(performance.now());
    meet(socket);
    if (met.length === ATTEMPTS) resolve();
  });
  notices.onApplicationBootstrap();
  await enough;
  expect(notices.present()).toBeUndefined();
  const between = met.slice(1).map((moment, index) => moment - (met[index] ?? 0));
  // The shortest of the last ones: a busy machine only adds to them.
  expect(Math.min(...between.slice(-3))).toBeLessThan(1_000);
});
