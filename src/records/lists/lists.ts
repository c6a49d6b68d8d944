import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
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

/** Finds the rows of lists and counts them: exactly, and what several ask for at the same moment once. */
@Injectable()
export class Lists {
  private readonly running = new Map<string, Promise<ListCount>>();

  constructor(
    private readonly em: EntityManager,
    private readonly changes: ChangeCounter,
  ) {}

  /** Finds the rows of a page window, in order, among the candidates if they are known. */
  async find(list: ListPlan, window: PageWindow, candidates?: readonly number[]): Promise<readonly PageRow[]> {
    return (await selectPage(list, window, candidates).execute(this.em.getKysely())).rows;
  }

  /** How many rows a list has, and which, if they are few. Never shared across a change, nor with credentials, whose owner knows what was written. */
  async count({ principal }: RequestContext, list: ListPlan): Promise<ListCount> {
    const db = this.em.getKysely();
    const query = countRows(list).compile(db);
    const count = async () => (await db.executeQuery(query)).rows[0] ?? { total: 0 };
    if (principal.role !== 'anonymous') return count();
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
