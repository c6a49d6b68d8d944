import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startListening } from '../../../../src/http/server/start-listening.js';
import { describeFailure } from '../../../../src/kernel/errors/describe-failure.js';
import type { INestApplication } from '@nestjs/common';
import { GracefulShutdown, ShutdownState } from '../../../../src/http/server/graceful-shutdown.js';
import { openSocket, parseResponses, readUntilClose } from '../../../support/requests/raw-socket.js';

const failureOf = async (host: string, port: number) =>
  startListening(createServer(), { host, port, variable: 'PORT' }).then(() => 'listening', describeFailure);

describe('startListening', () => {
  it('reports the port that is in use and the variable to set (11.1)', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await failureOf('127.0.0.1', port)).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set PORT to another port.`,
    );
    server.close();
  });

  it.each(['no-such-host.invalid', '192.0.2.1'])(
    'reports the host %s, not the database, if it cannot listen on it (11.1)',
    async (host) => {
      expect(await failureOf(host, 3000)).toMatch(
        new RegExp(
          `^Cannot listen on port 3000 of ${host}: .*\\. Set HOST to an IP address of this machine, or 0\\.0\\.0\\.0 for all, and check PORT\\.$`,
        ),
      );
    },
  );
});

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
