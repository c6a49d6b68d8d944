import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** A listener that the service has no reason to call. It records all calls. */
export class CanaryServer {
  /** Request line of each call; empty if nothing was sent. */
  readonly calls: string[] = [];
  private readonly server: Server = createServer((socket) => {
    const index = this.calls.push('') - 1;
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => {
      this.calls[index] = data.toString('latin1').split('\r\n', 1)[0] ?? '';
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });

  /** `http://127.0.0.1:…` */
  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async open(): Promise<this> {
    // A test that fails before it closes the listener must not keep the process alive.
    this.server.unref();
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  /** Makes one call to prove that calls are recorded, stops listening, and returns all other calls. */
  async close(): Promise<string[]> {
    const { length } = this.calls;
    await fetch(`${this.origin}/seen`);
    this.server.close();
    if (this.calls.at(-1) !== 'GET /seen HTTP/1.1') throw new Error('The listener does not record calls');
    return this.calls.slice(0, Math.max(length, this.calls.length - 1));
  }
}
