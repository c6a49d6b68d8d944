import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { ShutdownState } from '../../../../src/http/server/graceful-shutdown.js';
import { GracefulShutdown } from '../../../../src/http/server/graceful-shutdown.js';
import { parseResponses, openSocket, readUntilClose } from '../../../support/requests/raw-socket.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n';

/** Minimal application: an HTTP server and its shutdown state. */
const applicationOf = (server: Server, shutdownState: ShutdownState) =>
  ({ getHttpServer: () => server, get: () => shutdownState }) as unknown as INestApplication;

describe('Graceful shutdown of an idle service', () => {
  it('responds to a request on a keep-alive connection and then closes the connection', async () => {
    const server = createServer((_request, response) => response.setHeader('Content-Length', 2).end('ok'));
    const shutdownState = new ShutdownState();
    const shutdown = new GracefulShutdown(applicationOf(server, shutdownState));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = await openSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const responseText = readUntilClose(socket);
    socket.write(REQUEST);
    await once(socket, 'data');
    const stopped = shutdown.drainAndClose();
    socket.write(REQUEST);
    const responses = parseResponses(await responseText).map(({ status, headers }) => [status, headers['connection']]);
    expect(responses).toEqual([
      [200, 'keep-alive'],
      [200, 'close'],
    ]);
    await stopped;
    expect([shutdownState.isShuttingDown, server.listening]).toEqual([true, false]);
  });
});
