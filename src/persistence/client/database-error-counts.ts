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

  /**
   * Number of errors by class: the first two characters of the SQLSTATE (`08`, `22`, `40`, …), `pool` if no connection became free in
   * time, `other`.
   */
  get bySqlStateClass(): ReadonlyMap<string, number> {
    return this.counts;
  }
}
