import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Logger, type INestApplication } from '@nestjs/common';
import { Readiness } from './readiness.js';
import { RequestsInFlight } from './requests-in-flight.js';

/** How long new connections are taken while there are requests in flight, in milliseconds, so that probes get their answer. */
const ACCEPTING_TIMEOUT_MS = 5_000;

/**
 * How long a connection that is kept may bring another request once nothing is in flight, in milliseconds: what its client has sent already
 * would be lost with it.
 */
const KEEP_ALIVE_GRACE_MS = 300;

/** How long what is in flight then may take, in milliseconds. */
const FINISH_TIMEOUT_MS = 3_000;

/** Ends the serving of an application without breaking off what it is answering. */
export class GracefulShutdown {
  private readonly logger = new Logger(GracefulShutdown.name);
  private readonly server: Server;
  private readonly requests: RequestsInFlight;

  /** @param application one that does not listen yet */
  constructor(private readonly application: INestApplication) {
    this.server = application.getHttpServer() as Server;
    this.requests = new RequestsInFlight(this.server);
  }

  /**
   * Says at `/health/ready` that this process is not to be sent anything any more, answers what it has been sent and is
   * sent all the same, and stops listening as soon as nothing is in flight. What takes longer than eight seconds is cut off.
   */
  async drain(): Promise<void> {
    if (!this.server.listening) return;
    this.application.get(Readiness).announceShutdown();
    this.requests.closeConnections();
    await this.requests.waitForIdle(ACCEPTING_TIMEOUT_MS);
    if (await this.hasConnections()) await setTimeout(KEEP_ALIVE_GRACE_MS);
    const closed = once(this.server, 'close');
    this.server.close();
    await this.requests.waitForIdle(FINISH_TIMEOUT_MS);
    if (this.requests.count > 0) this.logger.warn(`Aborted ${this.requests.count} requests at shutdown`);
    // Those that wait for a request, too, or have begun to send one.
    this.server.closeAllConnections();
    await closed;
  }

  private async hasConnections(): Promise<boolean> {
    return (await promisify(this.server.getConnections.bind(this.server))()) > 0;
  }
}
