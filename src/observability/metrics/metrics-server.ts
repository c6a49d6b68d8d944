import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { startListening } from '../../http/server/start-listening.js';
import { METRICS } from './metrics.js';

/** Serves the metrics at a port of their own, so that only who is let at that port can read them. */
@Injectable()
export class MetricsServer implements OnModuleDestroy {
  private server: Server | undefined;

  constructor(
    @Inject(METRICS) private readonly metrics: Registry | undefined,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Listens at `METRICS_PORT`.
   * @returns where the metrics are; `undefined` where nobody asked for them
   */
  async start(): Promise<string | undefined> {
    const { HOST, METRICS_PORT } = this.configuration;
    if (!this.metrics || METRICS_PORT === undefined) return undefined;
    const { metrics } = this;
    this.server = createServer((request, response) => void answer(metrics, request, response));
    return `${await startListening(this.server, { host: HOST, port: METRICS_PORT, variable: 'METRICS_PORT' })}/metrics`;
  }

  async onModuleDestroy(): Promise<void> {
    const { server } = this;
    if (!server?.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}

async function answer(metrics: Registry, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  try {
    const text = await metrics.metrics();
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
  } catch {
    // The database's pool cannot be asked while it is closed.
    response.writeHead(503).end();
  }
}
