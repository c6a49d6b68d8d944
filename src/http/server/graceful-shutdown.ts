import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Logger, type INestApplication } from '@nestjs/common';

/** How long new connections are accepted while requests are in flight, so that probes get 503. In milliseconds. */
const ACCEPTING_TIMEOUT_MS = 5_000;

/** Time for requests that arrive on open keep-alive connections, in milliseconds. */
const KEEP_ALIVE_GRACE_MS = 300;

/** Time for requests in flight after the server has stopped listening, in milliseconds. */
const FINISH_TIMEOUT_MS = 3_000;

const POLL_INTERVAL_MS = 20;

/** Whether the process is shutting down, for the readiness probe. */
export class ShutdownState {
  /** The process still serves requests, but load balancers should stop sending them. */
  isShuttingDown = false;
}

/** Stops the HTTP server of an application when its requests in flight are answered. */
export class GracefulShutdown {
  private readonly logger = new Logger(GracefulShutdown.name);
  private readonly server: Server;
  private inFlight = 0;
  private isDraining = false;

  /** @param application must not listen yet, so that every request is counted */
  constructor(private readonly application: INestApplication) {
    this.server = application.getHttpServer() as Server;
    this.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.inFlight += 1;
      response.once('close', () => (this.inFlight -= 1));
      if (this.isDraining) response.setHeader('Connection', 'close');
    });
  }

  /** Takes at most 8.3 s. Requests that take longer are aborted. */
  async drainAndClose(): Promise<void> {
    if (!this.server.listening) return;
    this.isDraining = true;
    this.application.get(ShutdownState).isShuttingDown = true;
    await this.waitForIdle(ACCEPTING_TIMEOUT_MS);
    await setTimeout(KEEP_ALIVE_GRACE_MS);
    const closed = once(this.server, 'close');
    this.server.close();
    await this.waitForIdle(FINISH_TIMEOUT_MS);
    if (this.inFlight > 0) this.logger.warn(`Aborted ${this.inFlight} requests at shutdown`);
    this.server.closeAllConnections();
    await closed;
  }

  private async waitForIdle(timeoutMs: number): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (this.inFlight > 0 && performance.now() < end) await setTimeout(POLL_INTERVAL_MS);
  }
}
