import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql, type Expression } from 'kysely';
import { DeadlineState } from '../../kernel/context/deadline.js';
import { Precondition } from '../../kernel/context/precondition.js';
import { ANONYMOUS } from '../../kernel/context/principal.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { extensionError, type SetupIssue } from '../../kernel/errors/setup-error.js';
import { sortValueSql } from '../../records/lists/list-statements.js';
import { extensionSortKeys } from '../../records/extension-points/list-extension.js';
import type { DiscoveredRecordExtension, RecordScope } from '../../records/extension-points/record-extension.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';

/**
 * Executes the SQL that record extensions return from `select` and `orderBy` once on no rows, so that invalid SQL stops
 * the start instead of failing requests.
 */
@Injectable()
export class ExtensionSqlSelfTest implements OnApplicationBootstrap {
  constructor(
    private readonly extensions: RecordExtensions,
    private readonly em: EntityManager,
  ) {}

  /** @throws {SetupError} with all extensions that fail the test */
  async onApplicationBootstrap(): Promise<void> {
    const issues: SetupIssue[] = [];
    for (const extension of this.extensions.all)
      for (const text of await this.issuesOf(extension)) if (text) issues.push({ subject: extension.name, text });
    if (issues.length > 0) throw extensionError(issues);
  }

  private async issuesOf(each: DiscoveredRecordExtension): Promise<(string | undefined)[]> {
    const { kind, extension, parts } = each;
    const issues = [await this.sqlIssue(kind, 'select', () => extension.select?.(SELF_TEST_SCOPE))];
    const list = { context: SELF_TEST_CONTEXT, kind, query: {}, scope: SELF_TEST_SCOPE };
    for (const name of parts.orders ?? []) {
      const issue = await this.sqlIssue(kind, 'orderBy', () => {
        const key = extensionSortKeys([each], list)[name];
        if (!key) return `adds a sort order ${name}, but orderBy returns nothing for it.`;
        return sortValueSql({ ...key, name, direction: 'asc' });
      });
      issues.push(issue);
    }
    return issues;
  }

  /** @param build returns the expression, or the issue if there is none */
  private async sqlIssue(
    kind: RecordKind,
    method: 'select' | 'orderBy',
    build: () => Expression<unknown> | string | undefined,
  ): Promise<string | undefined> {
    try {
      const expression = build();
      if (!expression || typeof expression === 'string') return expression;
      const db = this.em.fork().getKysely();
      const query = sql`select ${expression} from ${sql.table(kind.table)} as ${sql.ref(SELF_TEST_SCOPE.alias)} where false`;
      if (method === 'select' && query.compile(db).parameters.length > 0)
        return `binds a value in ${method}. The statement is compiled once, so every request would use the value of the first. Use a column instead.`;
      await query.execute(db);
      return undefined;
    } catch (error) {
      return `returns SQL from ${method} that the database rejects (${error instanceof Error ? error.message : String(error)}).`;
    }
  }
}

const SELF_TEST_SCOPE: RecordScope = {
  id: sql.ref('tried.id'),
  alias: 'tried',
  language: 'en',
  now: sql<Date>`now()`,
  caller: { role: ANONYMOUS.role, id: sql<null>`null::bigint` },
};

const SELF_TEST_CONTEXT: RequestContext = {
  principal: ANONYMOUS,
  language: { requested: 'en', isExplicit: false },
  baseUrl: '',
  clientAddress: '',
  requestId: '',
  deadline: new DeadlineState(),
  precondition: Precondition.NONE,
};
