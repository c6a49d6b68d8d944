import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql, type Expression } from 'kysely';
import { ANONYMOUS } from '../../kernel/context/principal.js';
import { extensionError, type SetupIssue } from '../../kernel/errors/setup-error.js';
import { Precondition } from '../../kernel/context/precondition.js';
import { DeadlineState } from '../../kernel/context/deadline.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { sortValueSql } from '../lists/list-statements.js';
import { RecordExtensions } from './record-extensions.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** Tries what extensions have the database read, on no rows at all, so that what it refuses stops the start rather than requests. */
@Injectable()
export class ExtensionSqlSelfTest implements OnApplicationBootstrap {
  constructor(
    private readonly extensions: RecordExtensions,
    private readonly em: EntityManager,
  ) {}

  /** @throws {SetupError} naming each addition that the database, or a reader, cannot do anything with */
  async onApplicationBootstrap(): Promise<void> {
    const issues: SetupIssue[] = [];
    for (const { name: subject, kind, select, orders, named } of this.extensions.selfTestCases(
      SELF_TEST_CONTEXT,
      SELF_TEST_SCOPE,
    )) {
      const issue = await this.checkExpression(kind, 'select', select, true);
      if (issue) issues.push({ subject, text: issue });
      for (const order of named) {
        const key = () => orders()[order];
        const problem = await this.checkExpression(kind, 'orderBy', () => {
          const found = key();
          return found && sortValueSql({ ...found, name: order, direction: 'asc' });
        });
        if (problem) issues.push({ subject, text: problem });
        else if (!key())
          issues.push({ subject, text: `adds a sort order ${order}, but orderBy returns nothing for it.` });
      }
    }
    if (issues.length > 0) throw extensionError(issues);
  }

  /** What is wrong with an expression, or nothing. */
  private async checkExpression(
    kind: RecordKind,
    method: string,
    build: () => Expression<unknown> | undefined,
    isTemplate = false,
  ): Promise<SetupIssue['text'] | undefined> {
    try {
      const expression = build();
      if (!expression) return undefined;
      const db = this.em.fork().getKysely();
      const query = sql`select ${expression} from ${sql.table(kind.table)} as ${sql.ref(SELF_TEST_SCOPE.alias)} where false`;
      if (isTemplate && query.compile(db).parameters.length > 0)
        return `binds a value in ${method}. The statement is compiled once, so every request would use the value of the first. Use a column instead.`;
      await query.execute(db);
      return undefined;
    } catch (error) {
      return `returns SQL from ${method} that the database rejects (${error instanceof Error ? error.message : String(error)}).`;
    }
  }
}

const SELF_TEST_NOW_SQL = sql<Date>`now()`;
const SELF_TEST_SCOPE = {
  alias: 'tried',
  language: 'en',
  now: SELF_TEST_NOW_SQL,
  caller: { role: ANONYMOUS.role, id: sql<null>`null::bigint` },
} as const;

/** Of somebody who asks for nothing. */
const SELF_TEST_CONTEXT: RequestContext = {
  principal: ANONYMOUS,
  language: { requested: 'en', isExplicit: false },
  baseUrl: '',
  clientAddress: '',
  requestId: '',
  deadline: new DeadlineState(),
  precondition: Precondition.NONE,
};
