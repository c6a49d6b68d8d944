import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { startListening } from '../../http/server/start-listening.js';
import type { Metrics } from './metrics.js';

/** Injection token of the {@link Metrics}; `undefined` if `METRICS_PORT` is not set. */
export const METRICS_TOKEN = Symbol('METRICS');

/** Serves the metrics at a separate port, so that a firewall can restrict access to them. */
@Injectable()
export class MetricsServer implements OnModuleDestroy {
  private server: Server | undefined;

  constructor(
    @Inject(METRICS_TOKEN) private readonly metrics: Metrics | undefined,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** @returns the URL of the metrics; `undefined` if `METRICS_PORT` is not set */
  async start(): Promise<string | undefined> {
    const { HOST, METRICS_PORT } = this.configuration;
    if (!this.metrics || METRICS_PORT === undefined) return undefined;
    const { registry } = this.metrics;
    this.server = createServer((request, response) => void respondWithMetrics(registry, request, response));
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

async function respondWithMetrics(
  metrics: Registry,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
  try {
    const text = await metrics.metrics();
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
  } catch {
    // The figures of the connection pool cannot be read while it closes.
    response.writeHead(503).end();
  }
}
