import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/client/sql-now.js';

/** Minimum time between two writes for one token, in milliseconds. */
const WRITE_INTERVAL_MS = 60_000;

const MAX_CACHED_TOKENS = 10_000;

/**
 * Records when each token was last used, at most once a minute in all processes together. Requests neither wait for it
 * nor fail with it.
 */
@Injectable()
export class TokenLastUseRecorder implements BeforeApplicationShutdown {
  private readonly logger = new Logger(TokenLastUseRecorder.name);
  private readonly recordedAt = new LRUCache<number, number>({ max: MAX_CACHED_TOKENS });
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  record(id: number): void {
    const now = this.clock.now();
    const previous = this.recordedAt.get(id);
    if (previous !== undefined && Math.abs(now - previous) < WRITE_INTERVAL_MS) return;
    this.recordedAt.set(id, now);
    const pending = this.write(id).finally(() => this.pendingWrites.delete(pending));
    this.pendingWrites.add(pending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pendingWrites);
  }

  private async write(id: number): Promise<void> {
    const now = sqlNow(this.clock);
    try {
      await sql`
        update tokens set last_used_at = ${now}
        where id = ${id} and (last_used_at is null or last_used_at <= ${now} - interval '1 minute')`.execute(
        this.em.getKysely(),
      );
    } catch (error) {
      this.logger.warn(`Could not record the last use of token ${id}: ${error instanceof Error ? error.message : ''}`);
    }
  }
}
