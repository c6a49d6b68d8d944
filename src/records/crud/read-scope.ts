import { Inject, Injectable } from '@nestjs/common';
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import type { SqlCaller } from '../../kernel/context/permissions.js';
import type { FieldSelection } from '../../kernel/context/field-selection.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import { Clock } from '../../kernel/time/clock.js';
import type { ReferenceTime } from '../../kernel/time/parse-relative-date-time.js';
import { sqlNow } from '../../persistence/client/sql-now.js';
import { NO_LIST_EXTENSION, type ListExtension } from '../extension-points/list-extension.js';
import type { ExtensionSelection, RecordScope } from '../extension-points/record-extension.js';
import { RecordExtensions } from '../extension-points/record-extensions.js';

/** The caller, language, time and extensions of a read statement. */
export interface ReadScope {
  readonly caller: SqlCaller;
  /** The requested language. */
  readonly language: Language;
  /** The current time as an SQL expression. */
  readonly now: RawBuilder<Date>;
  readonly extensions: RecordExtensions;
  /** The members of the response. `undefined`: all. */
  readonly fields?: FieldSelection | undefined;
  /** Cache of compiled selects by name, shared by all requests. */
  readonly selects: Map<string, CompiledQuery>;
}

/** The columns that extensions add to a select of records. `alias` is the alias of the table. */
export function extensionSelections(scope: ReadScope, kind: RecordKind, alias: string): ExtensionSelection {
  return scope.extensions.selectionFor(kind, recordScopeOf(scope, alias));
}

const recordScopeOf = ({ caller, language, now }: ReadScope, alias: string): RecordScope => ({
  id: sql.ref(`${alias}.id`),
  alias,
  caller,
  language,
  now,
});

/** Builds the read scope of a request. */
@Injectable()
export class ReadScopeFactory {
  private readonly selects = new Map<string, CompiledQuery>();
  private readonly kindsWithoutListExtension = new Set<RecordKind>();

  constructor(
    private readonly clock: Clock,
    private readonly extensions: RecordExtensions,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** The current time as an SQL expression: `now()`, except under the clock of a test. */
  get nowSql(): RawBuilder<Date> {
    return sqlNow(this.clock);
  }

  /** The time that relative dates such as `today` refer to. */
  get referenceTime(): ReferenceTime {
    return { nowMs: this.clock.now(), zone: this.configuration.TIMEZONE };
  }

  forContext({ principal, language, fields }: RequestContext): ReadScope {
    const { nowSql: now, extensions, selects } = this;
    const caller = { role: principal.role, id: principal.id };
    return { caller, language: language.requested, now, extensions, fields, selects };
  }

  /** Sort keys and filters that extensions add to a list. `alias` is the alias of the list's table. */
  listExtension(context: RequestContext, kind: RecordKind, alias: string, query: object): ListExtension {
    if (this.kindsWithoutListExtension.has(kind)) return NO_LIST_EXTENSION;
    const scope = recordScopeOf(this.forContext(context), alias);
    const extension = this.extensions.listExtensionFor({ context, kind, query, scope });
    if (extension === NO_LIST_EXTENSION) this.kindsWithoutListExtension.add(kind);
    return extension;
  }
}
