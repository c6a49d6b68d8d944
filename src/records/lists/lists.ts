import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { executePrepared } from '../../persistence/client/calendar-client.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import {
  countRows,
  selectPage,
  type ListCount,
  type ListPlan,
  type PageRow,
  type PageWindow,
} from './list-statements.js';

/** Finds the rows of lists and counts them. */
@Injectable()
export class Lists {
  private readonly running = new Map<string, Promise<ListCount>>();

  constructor(
    private readonly em: EntityManager,
    private readonly changes: ChangeCounter,
  ) {}

  /** Finds the rows of a page window, in order. */
  async find(list: ListPlan, window: PageWindow): Promise<readonly PageRow[]> {
    const db = this.em.getKysely();
    const statement = selectPage(list, window);
    const isPrepared = list.isPrepared && !list.selective?.length;
    return (await (isPrepared ? executePrepared(statement, db) : statement.execute(db))).rows;
  }

  /**
   * Counts the rows of a list, and finds those of a page window if few rows meet its selective conditions. Concurrent anonymous requests share
   * a count, but never across a change, and never one that finds rows: a record may have become private since it began.
   */
  async count({ principal }: RequestContext, list: ListPlan, window: PageWindow): Promise<ListCount> {
    const db = this.em.getKysely();
    const query = countRows(list, window).compile(db);
    const count = async () => (await db.executeQuery(query)).rows[0] ?? { total: 0 };
    if (principal.role !== 'anonymous' || list.selective?.length) return count();
    const key = JSON.stringify([this.changes.generation, query.sql, query.parameters]);
    const running = this.running.get(key);
    return running ? { ...(await running), isShared: true } : this.share(key, count);
  }

  private share(key: string, count: () => Promise<ListCount>): Promise<ListCount> {
    const running = count().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }
}
