import { EntityManager, TransactionContext } from '@mikro-orm/postgresql';
import { ModuleRef } from '@nestjs/core';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Kysely } from 'kysely';
import { Precondition } from '../kernel/context/precondition.js';
import { Deadline } from '../kernel/context/deadline.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { Principal } from '../kernel/context/principal.js';
import { LANGUAGES, type Language } from '../kernel/language/languages.js';
import type { RequestParameters } from '../http/params/request-parameters.js';
import { slugify } from '../kernel/text/slugify.js';
import { RequestInput } from '../http/params/fields.decorator.js';
import { ParametersPipe } from '../http/params/parameters.pipe.js';
import { DEMO_KINDS, type DemoKind } from './demo-kinds.js';
import { TaskQueues } from './task-queues.js';
import type { Translations } from './demo-records.js';

/** Parameters by their names on the wire; undefined ones are not sent. */
export type WireInput = Readonly<Record<string, unknown>>;

/** Where, and in whose name, the writer writes. */
interface DemoWriterContext {
  readonly application: INestApplicationContext;
  /** Takes statements of several at the same time. */
  readonly db: Kysely<unknown>;
  readonly principal: Principal;
}

/**
 * Writes records as clients do: through the pipe that reads every request, and the services. Like several clients it
 * writes at the same time: the next record is created while the one before gets its second language, and the one before
 * that its third. What is stored is the same as if one write had waited for the other.
 */
export class DemoWriter {
  private readonly queues = new TaskQueues();
  /** The last write of the record that wanted a slug last, by slug. */
  private readonly pendingSlugs = new Map<string, Promise<unknown>>();

  private constructor(
    private readonly context: DemoWriterContext,
    private readonly pipe: ParametersPipe,
  ) {}

  static async create(context: DemoWriterContext): Promise<DemoWriter> {
    return new DemoWriter(context, await context.application.get(ModuleRef).create(ParametersPipe));
  }

  /**
   * Creates a record in the first of its languages. The others follow as translations, for which {@link drain} waits. A
   * record that wants the slug of one before it waits until that one has it.
   * @returns its id
   * @throws {ApiError} where a client's request would be refused; names that nobody serves are refused as well
   */
  async write(kind: keyof typeof DEMO_KINDS, input: WireInput, texts: Translations<WireInput>): Promise<number> {
    const [first, ...others] = LANGUAGES.filter((language) => texts[language]);
    if (!first) throw new Error('A record has texts in one language at least');
    const slugs = slugsOf(kind, texts);
    for (const slug of slugs) await this.pendingSlugs.get(slug);
    const created = this.queues.enqueue(kind, () => this.send(kind, first, { ...input, ...texts[first] }));
    const id = await created;
    let last = created;
    for (const [index, language] of others.entries()) {
      const before = last;
      last = this.queues.enqueue(`${kind} ${index}`, () =>
        before.then(() => this.send(kind, language, texts[language] ?? {}, id)),
      );
    }
    for (const slug of slugs) this.pendingSlugs.set(slug, last);
    return id;
  }

  /**
   * Waits until no write goes on any more.
   * @throws {ApiError} what the write that failed first threw
   */
  drain(): Promise<void> {
    return this.queues.drain();
  }

  /** Sends one request, with an entity manager of its own as every request has. */
  private send(
    kind: keyof typeof DEMO_KINDS,
    requested: Language,
    parameters: WireInput,
    id?: number,
  ): Promise<number> {
    const { application, db, principal } = this.context;
    const { service, create, update }: DemoKind = DEMO_KINDS[kind];
    const em = application.get(EntityManager).fork({ disableTransactions: true });
    em.setTransactionContext(db);
    return TransactionContext.create(em, async () => {
      const resource = application.get(service);
      const language = { requested, isExplicit: true };
      const context = {
        principal,
        language,
        baseUrl: '',
        clientAddress: '',
        requestId: '',
        deadline: new Deadline(),
        precondition: Precondition.NONE,
      };
      const fields = { ...parameters, ml_language: requested };
      const input = await this.parseInput(context, fields, id === undefined ? create : update);
      const view = await (id === undefined ? resource.create(context, input) : resource.update(context, { id }, input));
      return view.id;
    });
  }

  private async parseInput(context: RequestContext, wireInput: WireInput, metatype: Type): Promise<object> {
    const entries = Object.entries(wireInput).filter(([, value]) => value !== undefined);
    const parameters: RequestParameters = {
      values: new Map(entries),
      errors: {},
      isWrite: true,
      isStrict: true,
      getHeader: () => undefined,
    };
    const fields = new RequestInput(parameters, context);
    return (await this.pipe.transform(fields, { type: 'body', metatype })) as object;
  }
}

/** The slugs that a record wants, without numbers: `jazz` and `jazz-2` can come to be the same. */
function slugsOf(kind: keyof typeof DEMO_KINDS, texts: Translations<WireInput>): string[] {
  const titles = Object.values(texts).map((each) => String(each[DEMO_KINDS[kind].titleParameter]));
  return titles.map((title) => `${kind} ${slugify(title).replace(/-\d+$/, '')}`);
}
