import { Socket } from 'node:net';
import pg from 'pg';

/** Names the connection among those of the database. */
const APPLICATION_NAME = 'calendar-events-service probe';

/** One connection for asking the database whether it is there, from its opening until it breaks. */
export class ProbeConnection {
  private readonly socket = new Socket();
  private readonly client: pg.Client;
  private opening: Promise<unknown> | undefined;
  private broken = false;

  constructor(url: string) {
    this.client = new pg.Client({
      connectionString: url,
      application_name: APPLICATION_NAME,
      stream: () => this.socket,
      keepAlive: true,
    });
    for (const end of ['error', 'end'] as const) this.client.on(end, () => (this.broken = true));
  }

  /** Whether it is known to be of no more use. */
  get isBroken(): boolean {
    return this.broken;
  }

  /**
   * Waits for an answer of the database, for as long as that takes.
   * @throws where there is none to come
   */
  async ping(): Promise<void> {
    await (this.opening ??= this.client.connect());
    await this.client.query('select 1');
  }

  /** Ends it, whatever state it is in: a farewell would never be answered by a network that is gone. */
  async close(): Promise<void> {
    this.broken = true;
    const ended = this.client.end();
    this.socket.destroy();
    await ended;
  }
}
