import { EntityManager, TransactionContext } from '@mikro-orm/postgresql';
import { ModuleRef } from '@nestjs/core';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Kysely } from 'kysely';
import { Freshness } from '../kernel/context/freshness.js';
import { Precondition } from '../kernel/context/precondition.js';
import { Deadline } from '../kernel/context/deadline.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { Principal } from '../kernel/context/principal.js';
import { LANGUAGES, type Language } from '../kernel/language/languages.js';
import { RequestParameters } from '../http/params/request-parameters.js';
import { slugify } from '../kernel/text/slugify.js';
import { SentFields } from '../http/params/fields.decorator.js';
import { ParametersPipe } from '../http/params/parameters.pipe.js';
import { KINDS, type Kind } from './demo-kinds.js';
import { Lines } from './demo-lines.js';
import type { Translations } from './demo-records.js';

/** Parameters by their names on the wire; undefined ones are not sent. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Where, and in whose name, the writer writes. */
interface Surroundings {
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
  private readonly lines = new Lines();
  /** The last write of the record that wanted a slug last, by slug. */
  private readonly wanted = new Map<string, Promise<unknown>>();

  private constructor(
    private readonly surroundings: Surroundings,
    private readonly pipe: ParametersPipe,
  ) {}

  static async for(surroundings: Surroundings): Promise<DemoWriter> {
    return new DemoWriter(surroundings, await surroundings.application.get(ModuleRef).create(ParametersPipe));
  }

  /**
   * Creates a record in the first of its languages. The others follow as translations, for which {@link end} waits. A
   * record that wants the slug of one before it waits until that one has it.
   * @returns its id
   * @throws {ApiError} where a client's request would be refused; names that nobody serves are refused as well
   */
  async write(kind: keyof typeof KINDS, facts: Parameters, texts: Translations<Parameters>): Promise<number> {
    const [first, ...others] = LANGUAGES.filter((language) => texts[language]);
    if (!first) throw new Error('A record has texts in one language at least');
    const slugs = slugsOf(kind, texts);
    for (const slug of slugs) await this.wanted.get(slug);
    const created = this.lines.add(kind, () => this.send(kind, first, { ...facts, ...texts[first] }));
    const id = await created;
    let last = created;
    for (const [index, language] of others.entries()) {
      const before = last;
      last = this.lines.add(`${kind} ${index}`, () =>
        before.then(() => this.send(kind, language, texts[language] ?? {}, id)),
      );
    }
    for (const slug of slugs) this.wanted.set(slug, last);
    return id;
  }

  /**
   * Waits until no write goes on any more.
   * @throws {ApiError} what the write that failed first threw
   */
  end(): Promise<void> {
    return this.lines.end();
  }

  /** Sends one request, with an entity manager of its own as every request has. */
  private send(kind: keyof typeof KINDS, asked: Language, sent: Parameters, id?: number): Promise<number> {
    const { application, db, principal } = this.surroundings;
    const { service, create, update }: Kind = KINDS[kind];
    const em = application.get(EntityManager).fork({ disableTransactions: true });
    em.setTransactionContext(db);
    return TransactionContext.create(em, async () => {
      const resource = application.get(service);
      const language = { asked, named: true };
      const context = {
        principal,
        language,
        root: '',
        client: '',
        requestId: '',
        freshness: new Freshness(),
        deadline: new Deadline(),
        precondition: Precondition.NONE,
      };
      const fields = { ...sent, ml_language: asked };
      const input = await this.read(context, fields, id === undefined ? create : update);
      const view = await (id === undefined ? resource.create(context, input) : resource.update(context, { id }, input));
      return view.id;
    });
  }

  private async read(context: RequestContext, sent: Parameters, metatype: Type): Promise<object> {
    const given = Object.entries(sent).filter(([, value]) => value !== undefined);
    const parameters = new RequestParameters(new Map(given), {}, true, true);
    const fields = new SentFields(parameters, context);
    return (await this.pipe.transform(fields, { type: 'body', metatype })) as object;
  }
}

/** The slugs that a record wants, without numbers: `jazz` and `jazz-2` can come to be the same. */
function slugsOf(kind: keyof typeof KINDS, texts: Translations<Parameters>): string[] {
  const headings = Object.values(texts).map((each) => String(each[KINDS[kind].heading]));
  return headings.map((heading) => `${kind} ${slugify(heading).replace(/-\d+$/, '')}`);
}
