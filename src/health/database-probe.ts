import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { inTime } from './in-time.js';
import { ProbeConnection } from './probe-connection.js';

/** How long the database may take to show that it is there, in milliseconds. Who probes waits a second, as a rule. */
const LIMIT = 800;

/** For how long what was found out is told, in milliseconds: those who probe are no burden to the database, however many. */
const TOLD = 100;

/**
 * Finds out whether the database answers, by a connection of its own: those of the pool may all wait for a lock, and the database
 * is there all the same.
 */
@Injectable()
export class DatabaseProbe implements OnModuleDestroy {
  #connection: ProbeConnection | undefined;
  #found: Promise<boolean> | undefined;
  #isStopped = false;

  constructor(private readonly em: EntityManager) {}

  async onModuleDestroy(): Promise<void> {
    this.#isStopped = true;
    await this.giveUp();
  }

  /** Whether it answers, or did a moment ago. Never rejects. */
  answers(): Promise<boolean> {
    return (this.#found ??= this.find());
  }

  private async find(): Promise<boolean> {
    const answers = await inTime(this.ask(), LIMIT).then(
      () => true,
      () => false,
    );
    setTimeout(() => (this.#found = undefined), TOLD).unref();
    if (!answers) void this.giveUp();
    return answers;
  }

  /** A connection that was kept may have ended without anybody having heard: that says nothing of the database yet. */
  private async ask(): Promise<void> {
    const kept = this.#connection;
    if (kept && !kept.isBroken) {
      if (await isAnswered(kept)) return;
      if (kept !== this.#connection) throw new Error('It was given up');
    }
    await this.giveUp();
    if (this.#isStopped) throw new Error('It was stopped');
    this.#connection = new ProbeConnection(this.em.config.get('clientUrl') ?? '');
    await this.#connection.ask();
  }

  private async giveUp(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }
}

const isAnswered = (connection: ProbeConnection): Promise<boolean> =>
  connection.ask().then(
    () => true,
    () => false,
  );
