import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** The channel on which the database tells of changes: the triggers of the migration `change-notices`. */
export const CHANNEL = 'calendar_changes';

/** Names the connection among those of the database. */
const APPLICATION_NAME = 'calendar-events-service notices';

/**
 * What a notice begins with that is no change, but the proof that notices arrive: a pooler that lends its connections by
 * the transaction answers like a database, and loses every notice.
 */
const PROOF = 'proof ';
const UNPROVEN = 'one that was sent did not arrive; is there a pooler in between?';

/** How often the connection is asked whether it is alive, in milliseconds. */
const BEAT = 200;

/**
 * How long what it answered is relied upon, in milliseconds, counted from the question. The database tells of what was
 * committed before a question before it answers that: so nothing older than this is unknown here, whatever breaks.
 */
const RELIANCE = 800;

/** After how many milliseconds a connection is given up that is not open by then: one that lost its way is not found again. */
const OPENING = 700;

/** After how many milliseconds without an answer a connection is given up, of which nothing is relied upon by then. */
const PATIENCE = 1_000;

/** How long the proof may take, in milliseconds. */
const PROVING = 5_000;

/** The present by the database's clock, in milliseconds since 1970: two moments between which it lies. */
export interface DatabasePresent {
  readonly earliest: number;
  readonly latest: number;
}

interface Heartbeat {
  /** When it was asked for and when it came, by this process's steady clock. */
  readonly sent: number;
  readonly received: number;
  /** What the database's clock showed in between. */
  readonly shown: number;
}

/** One connection on which notices of changes arrive, from its opening until it breaks. */
export class NoticeConnection {
  readonly #socket = new Socket();
  readonly #client: pg.Client;
  readonly #proof = `${PROOF}${randomUUID()}`;
  #heartbeat: Heartbeat | undefined;
  #isProven = false;
  #isBroken = false;

  /** @param onChange is told of every change, and when the connection has broken */
  constructor(url: string, onChange: () => void) {
    this.#client = new pg.Client({
      connectionString: url,
      application_name: APPLICATION_NAME,
      stream: () => this.#socket,
      keepAlive: true,
      connectionTimeoutMillis: OPENING,
      query_timeout: PATIENCE,
    });
    this.#client.on('notification', ({ payload = '' }) => {
      if (payload === this.#proof) this.#isProven = true;
      else if (!payload.startsWith(PROOF)) onChange();
    });
    for (const end of ['error', 'end'] as const) {
      this.#client.on(end, () => {
        this.#isBroken = true;
        onChange();
      });
    }
  }

  /** Whether a notice has ever arrived. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /** The present, as long as it is certain that whatever was changed is known here. */
  present(): DatabasePresent | undefined {
    if (!this.#isProven || this.#isBroken || !this.#heartbeat) return undefined;
    const { sent, received, shown } = this.#heartbeat;
    const here = performance.now();
    if (here - sent >= RELIANCE) return undefined;
    return { earliest: shown + here - received, latest: shown + here - sent };
  }

  /**
   * Listens until the connection breaks.
   * @param notify sends a notice by another connection
   * @throws always: why it has broken, or could not be opened
   */
  async listen(notify: (notice: string) => Promise<unknown>): Promise<never> {
    const opened = performance.now();
    await this.#client.connect();
    await this.#client.query(`listen ${CHANNEL}`);
    await notify(this.#proof);
    for (;;) {
      await this.beat();
      if (!this.#isProven && performance.now() - opened > PROVING) throw new Error(UNPROVEN);
      await setTimeout(BEAT, undefined, { ref: false });
    }
  }

  /** Ends it, whatever state it is in: a farewell would never be answered by a network that is gone. */
  async close(): Promise<void> {
    this.#isBroken = true;
    const ended = this.#client.end();
    this.#socket.destroy();
    await ended;
  }

  private async beat(): Promise<void> {
    const sent = performance.now();
    const { rows } = await this.#client.query<{ shown: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as shown',
    );
    this.#heartbeat = { sent, received: performance.now(), shown: rows[0]?.shown ?? 0 };
  }
}
