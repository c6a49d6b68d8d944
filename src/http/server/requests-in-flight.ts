import type { Server, ServerResponse } from 'node:http';

/** After how many milliseconds nobody waits any more for the end of the work for a client that has gone. */
const ABANDONED_TIMEOUT_MS = 15_000;

/** The requests that a server is working on, from their first line until the answer is out, and whoever makes it has finished. */
export class RequestsInFlight {
  private readonly responses = new Set<ServerResponse>();
  private readonly idleWaiters = new Set<() => void>();
  private isClosing = false;

  constructor(server: Server) {
    // Before whoever answers, as headers have to be set before.
    server.prependListener('request', (_request, response: ServerResponse) => this.add(response));
  }

  /** How many there are. */
  get count(): number {
    return this.responses.size;
  }

  /** From now on every answer tells that its connection ends with it, also answers that are being made. */
  closeConnections(): void {
    this.isClosing = true;
    for (const response of this.responses) closeAfter(response);
  }

  /** Resolves as soon as there is none, or after some milliseconds. */
  async waitForIdle(timeoutMs: number): Promise<void> {
    if (this.count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idleWaiters.add(resolve);
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
    this.idleWaiters.delete(resolve);
  }

  private add(response: ServerResponse): void {
    this.responses.add(response);
    if (this.isClosing) closeAfter(response);
    const remove = () => this.remove(response);
    response.once('close', () => (response.writableEnded ? remove() : onAbandonedEnd(response, remove)));
  }

  private remove(response: ServerResponse): void {
    if (!this.responses.delete(response) || this.count > 0) return;
    for (const resolve of this.idleWaiters) resolve();
  }
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** The client has gone, but its request is still worked on, until an answer is made that nobody gets. No event tells of that. */
function onAbandonedEnd(response: ServerResponse, callback: () => void): void {
  const timer = setTimeout(callback, ABANDONED_TIMEOUT_MS).unref();
  const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.end = (...parameters: unknown[]) => {
    clearTimeout(timer);
    callback();
    return end(...parameters);
  };
}
