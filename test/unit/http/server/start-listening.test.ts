import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startListening } from '../../../../src/http/server/start-listening.js';
import { describeFailure } from '../../../../src/kernel/errors/describe-failure.js';

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
