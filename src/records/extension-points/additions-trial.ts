import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql, type Expression } from 'kysely';
import { ANONYMOUS } from '../../kernel/context/principal.js';
import { Freshness } from '../../kernel/context/freshness.js';
import { OperatorError, type Fault } from '../../kernel/errors/operator-error.js';
import { Precondition } from '../../kernel/context/precondition.js';
import { Deadline } from '../../kernel/context/deadline.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { sortValue } from '../lists/sort-key.js';
import { Additions } from './additions.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** Tries what extensions have the database read, on no rows at all, so that what it refuses stops the start rather than requests. */
@Injectable()
export class AdditionsTrial implements OnApplicationBootstrap {
  constructor(
    private readonly additions: Additions,
    private readonly em: EntityManager,
  ) {}

  /** @throws {OperatorError} naming each addition that the database, or a reader, cannot do anything with */
  async onApplicationBootstrap(): Promise<void> {
    const faults: Fault[] = [];
    for (const { name: of, kind, select, orders, named } of this.additions.each(CONTEXT, RECORD)) {
      const said = await this.refusal(kind, 'select', select, true);
      if (said) faults.push({ of, text: said });
      for (const order of named) {
        const key = () => orders()[order];
        const problem = await this.refusal(kind, 'orderBy', () => {
          const found = key();
          return found && sortValue({ ...found, name: order, direction: 'asc' });
        });
        if (problem) faults.push({ of, text: problem });
        else if (!key()) faults.push({ of, text: { key: 'extensions.no_order', args: { name: order } } });
      }
    }
    if (faults.length > 0) throw new OperatorError({ key: 'extensions.unusable' }, faults);
  }

  /** What is wrong with an expression, or nothing. */
  private async refusal(
    kind: RecordKind,
    method: string,
    make: () => Expression<unknown> | undefined,
    withoutValues = false,
  ): Promise<Fault['text'] | undefined> {
    try {
      const expression = make();
      if (!expression) return undefined;
      const db = this.em.fork().getKysely();
      const query = sql`select ${expression} from ${sql.table(kind.table)} as ${sql.ref(RECORD.alias)} where false`;
      if (withoutValues && query.compile(db).parameters.length > 0)
        return { key: 'extensions.added_value', args: { method } };
      await query.execute(db);
      return undefined;
    } catch (error) {
      return {
        key: 'extensions.added_sql',
        args: { method, reason: error instanceof Error ? error.message : String(error) },
      };
    }
  }
}

const NOW = sql<Date>`now()`;
const RECORD = {
  alias: 'tried',
  asked: 'en',
  now: NOW,
  requester: { role: ANONYMOUS.role, id: sql<null>`null::bigint` },
} as const;

/** Of somebody who asks for nothing. */
const CONTEXT: RequestContext = {
  principal: ANONYMOUS,
  language: { asked: 'en', named: false },
  root: '',
  client: '',
  requestId: '',
  freshness: new Freshness(),
  deadline: new Deadline(),
  precondition: Precondition.NONE,
};
