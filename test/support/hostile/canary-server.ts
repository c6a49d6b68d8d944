import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** A place on this machine that nobody has a reason to call. It remembers who did. */
export class CanaryServer {
  /** The first line of what each caller sent; empty where nothing came. */
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
    // A test that fails before it ends the listener ends all the same.
    this.server.unref();
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  /** Ends it; gives the calls that came, once it is sure that one which comes is seen. */
  async close(): Promise<string[]> {
    const { length } = this.calls;
    await fetch(`${this.origin}/seen`);
    this.server.close();
    if (this.calls.at(-1) !== 'GET /seen HTTP/1.1') throw new Error('The listener does not see who calls');
    return this.calls.slice(0, Math.max(length, this.calls.length - 1));
  }
}
