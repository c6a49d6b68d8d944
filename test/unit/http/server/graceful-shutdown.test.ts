import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { ShutdownState } from '../../../../src/http/server/graceful-shutdown.js';
import { GracefulShutdown } from '../../../../src/http/server/graceful-shutdown.js';
import { parseResponses, openSocket, readUntilClose } from '../../../support/requests/raw-socket.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n';

/** Minimal application: only its HTTP server and its shutdown state. */
const applicationOf = (server: Server, readiness: ShutdownState) =>
  ({ getHttpServer: () => server, get: () => readiness }) as unknown as INestApplication;

describe('Graceful shutdown of an idle service', () => {
  it('responds to a request on a keep-alive connection and then closes the connection', async () => {
    const server = createServer((_request, response) => response.setHeader('Content-Length', 2).end('ok'));
    const readiness = new ShutdownState();
    const stop = new GracefulShutdown(applicationOf(server, readiness));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = await openSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const received = readUntilClose(socket);
    socket.write(REQUEST);
    await once(socket, 'data');
    const stopped = stop.drainAndClose();
    socket.write(REQUEST);
    const answers = parseResponses(await received).map(({ status, headers }) => [status, headers['connection']]);
    expect(answers).toEqual([
      [200, 'keep-alive'],
      [200, 'close'],
    ]);
    await stopped;
    expect([readiness.isShuttingDown, server.listening]).toEqual([true, false]);
  });
});
