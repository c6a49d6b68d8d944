import { Injectable } from '@nestjs/common';
import { sqlStateClassOf } from './database-errors.js';

/** Counts the database errors of failed requests. */
@Injectable()
export class DatabaseErrorCounts {
  private readonly counts = new Map<string, number>();

  count(error: Error): void {
    const name = sqlStateClassOf(error);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** By class, see {@link sqlStateClassOf}. */
  get bySqlStateClass(): ReadonlyMap<string, number> {
    return this.counts;
  }
}
