import { byRunMode } from '../../support/jest/run-mode.js';
import { createRecord, requiredFieldsOf, type Kind, type ServedRecord } from '../../support/records/kinds.js';
import type { RequestOptions, TestCalendar, TestResponse } from '../../support/calendar/test-calendar.js';
import type { Operation } from '../../support/requests/operations.js';

/** A response in the API document. */
interface DocumentedResponse {
  readonly description: string;
  readonly content?: Record<
    string,
    { schema: { $ref?: string; type?: string }; examples: Readonly<Record<string, object>> }
  >;
}

/** An operation in the API document. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { schema: { $ref: string } }> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

/** The parts of the API document that these tests use. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: object; readonly required?: readonly string[] }>>;
  };
}

/** A request of an operation. */
export interface Attempt {
  readonly path: string;
  readonly options?: RequestOptions;
}

const WRITES = new Set(['POST', 'PUT', 'PATCH']);

/** Wrong passwords per operation. The eleventh is rejected without a check. */
const WRONG_PASSWORDS = byRunMode(1, 11);

/** Requests of one operation that together produce all its responses. */
export interface OperationAttempts {
  readonly creates: boolean;
  /** A request that succeeds. */
  valid(query?: string): Promise<Attempt>;
  send(attempt: Attempt): Promise<TestResponse>;
  /** Requests with every response that a single client can produce. */
  all(): AsyncGenerator<Attempt>;
}

/** Requests of an operation of the calendar API. */
export class RequestAttempts implements OperationAttempts {
  constructor(
    private readonly calendar: TestCalendar,
    private readonly operation: Operation,
    /** Records that requests share, by kind. */
    private readonly shared: Map<Kind, Promise<ServedRecord>> = new Map(),
  ) {}

  get writes(): boolean {
    return WRITES.has(this.operation.method);
  }

  get creates(): boolean {
    return this.writes && !this.operation.path.endsWith('}');
  }

  get isSingleRecord(): boolean {
    return this.operation.path.endsWith('}');
  }

  private get isForAdministrators(): boolean {
    return this.operation.path.startsWith('/calendar/admin/');
  }

  /** Path of a record. Default: a new record for DELETE, otherwise a shared one. */
  async address(record?: Pick<ServedRecord, 'id' | 'slug'>): Promise<string> {
    const { kind, path, method } = this.operation;
    if (!kind || !this.isSingleRecord) return path;
    const { id, slug } = record ?? (await (method === 'DELETE' ? this.createNew(kind) : this.any(kind)));
    return path.replace('{id}', String(id)).replace('{slug}', encodeURIComponent(slug));
  }

  private createNew(kind: Kind): Promise<ServedRecord> {
    return createRecord(this.calendar, kind.path);
  }

  private any(kind: Kind): Promise<ServedRecord> {
    const record = this.shared.get(kind) ?? this.createNew(kind);
    this.shared.set(kind, record);
    return record;
  }

  /** A request that succeeds. */
  async valid(query = ''): Promise<Attempt> {
    const { kind } = this.operation;
    const json = this.creates && kind ? requiredFieldsOf(kind) : { description: 'Changed' };
    return { path: `${await this.address()}${query}`, ...(this.writes ? { options: { json } } : {}) };
  }

  send({ path, options }: Attempt): Promise<TestResponse> {
    return this.calendar.request(this.operation.method, path, options);
  }

  async *all(): AsyncGenerator<Attempt> {
    yield await this.valid();
    yield { ...(await this.valid()), path: `${await this.address()}?ml_language=fr` };
    yield { ...(await this.valid()), path: `${await this.address()}?x=${'x'.repeat(8192)}` };
    yield* this.conditional();
    yield* this.withOtherCredentials();
    if (this.isSingleRecord) yield* this.withMissingRecords();
    if (this.writes) yield* this.withBadBodies();
    if (this.operation.method === 'DELETE') yield* this.removals();
    if (this.operation.method === 'GET') yield* this.reads();
    if (this.operation.kind?.kind === 'event' && this.isSingleRecord && !this.writes) yield* this.withWrongPasswords();
  }

  /** Conditional reads of an unchanged record, conditional writes with an old tag. */
  private async *conditional(): AsyncGenerator<Attempt> {
    const { path, options } = await this.valid();
    if (this.operation.method === 'GET') yield { path, options: { ...options, headers: { 'If-None-Match': '*' } } };
    else if (!this.creates) yield { path, options: { ...options, headers: { 'If-Match': '"0-a"' } } };
  }

  private async *withOtherCredentials(): AsyncGenerator<Attempt> {
    const { path, options } = await this.valid();
    yield { path, options: { ...options, token: 'nobody-0123456789-0123456789-0123456789' } };
    if (this.operation.method === 'GET' && !this.isForAdministrators) return;
    yield { path, options: { ...options, token: null } };
    yield { path, options: { ...options, token: await this.calendar.createToken('subscriber') } };
  }

  /** Wrong passwords of a protected event, for reads without edit rights and for deletes. */
  private async *withWrongPasswords(): AsyncGenerator<Attempt> {
    const path = await this.address(await createRecord(this.calendar, 'events', { password: 'Sesam' }));
    const token = this.operation.method === 'DELETE' ? {} : { token: null };
    for (let guess = 0; guess < WRONG_PASSWORDS; guess += 1)
      yield { path, options: { ...token, headers: { 'X-Event-Password': `guess-${guess}` } } };
  }

  private async *withMissingRecords(): AsyncGenerator<Attempt> {
    const { kind } = this.operation;
    const { options } = await this.valid();
    yield { path: await this.address({ id: 987654321, slug: 'nowhere' }), options };
    if (!kind?.isPublishable) return;
    const record = await this.createNew(kind);
    await this.calendar.request('DELETE', `${kind.path}/${record.id}`);
    yield { path: await this.address(record), options };
  }

  private async *withBadBodies(): AsyncGenerator<Attempt> {
    const { kind } = this.operation;
    const path = await this.address();
    const json = { 'Content-Type': 'application/json' };
    yield { path, options: { raw: '{', headers: json } };
    yield { path, options: { raw: 'text', headers: { 'Content-Type': 'text/plain' } } };
    yield { path, options: { json: { description: {} } } };
    if (this.creates) yield { path, options: { json: {} } };
    else yield { path: `${path}?ml_language=ca`, options: { json: { description: 'Sense títol' } } };
    if (!kind || kind.isPublishable) return;
    const { name } = await this.createNew(kind);
    yield { path, options: { json: { name } } };
  }

  private async *removals(): AsyncGenerator<Attempt> {
    yield { path: `${await this.address()}?ml_scope=translation` };
    yield { path: `${await this.address()}?ml_scope=translation&ml_language=en` };
    yield { path: `${await this.address()}?ml_scope=translation&ml_language=ca` };
    yield { path: `${await this.address()}?force=true` };
  }

  private async *reads(): AsyncGenerator<Attempt> {
    const path = await this.address();
    if (this.isSingleRecord) yield { path: `${path}?ml_language=ca&ml_fallback=none` };
    else if (this.operation.kind || this.isForAdministrators) yield* this.lists(path);
    else if (!path.endsWith('doc')) yield* [{ path: `${path}?namespace=x` }, { path: `${path}?context=x` }];
  }

  private async *lists(path: string): AsyncGenerator<Attempt> {
    yield* [{ path: `${path}?page=0` }, { path: `${path}?page=800&hide_empty=0&starts_after=2000-01-01` }];
    if (!this.operation.kind?.isPublishable) return;
    const reserved = `${path}?hide_from_listings=any&status=draft`;
    yield { path: reserved };
    yield { path: reserved, options: { token: await this.calendar.createToken('subscriber') } };
  }
}
