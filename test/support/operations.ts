import type { TestResponse, RequestOptions, TestCalendar } from './test-calendar.js';
import { createRecord, requiredFieldsOf, KINDS, type Kind, type ServedRecord } from './kinds.js';

/** An answer as the API document describes it. */
export interface DocumentedResponse {
  readonly description: string;
  /** None where there is no body. */
  readonly content?: Record<
    string,
    { schema: { $ref?: string; type?: string }; examples: Readonly<Record<string, object>> }
  >;
}

/** An operation as the API document describes it. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { schema: { $ref: string } }> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

/** The API document, as far as tests rely on it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: object; readonly required?: readonly string[] }>>;
  };
}

/** One method at one address of the interface. */
export interface Operation {
  readonly method: string;
  /** As the API document writes it: `/calendar/events/v1/events/{id}`. */
  readonly path: string;
  /** The kind of its records; none for what describes the service. */
  readonly kind: Kind | undefined;
}

/** Every address of the service, with its methods, as routed. */
export const routesOf = (calendar: TestCalendar) => calendar.routes;

/** Every operation of the interface, as routed. */
export function operationsOf(calendar: TestCalendar): Operation[] {
  const routes = routesOf(calendar).filter(({ path }) => path.startsWith('/calendar/'));
  return routes.flatMap(({ path, methods }) =>
    methods.map((method) => ({
      method,
      path: path.replace(/:(\w+)/g, '{$1}'),
      kind: KINDS.find((kind) => path.startsWith(`/calendar/events/v1/${kind.path}`)),
    })),
  );
}

/** A request of an operation, by what it is to bring about. */
export interface Attempt {
  readonly path: string;
  readonly options?: RequestOptions;
}

const WRITES = new Set(['POST', 'PUT', 'PATCH']);

/** Requests of an operation. */
export interface OperationAttempts {
  readonly creates: boolean;
  /** One that succeeds. */
  valid(query?: string): Promise<Attempt>;
  send(attempt: Attempt): Promise<TestResponse>;
  /** Those that are answered in every way that one client can bring about. */
  all(): AsyncGenerator<Attempt>;
}

/** Makes requests of an operation on the calendar that are answered in all the ways there are. */
export class RequestAttempts implements OperationAttempts {
  constructor(
    private readonly calendar: TestCalendar,
    private readonly operation: Operation,
    /** Records that requests may share, by their kind. */
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

  /** The address of a record: of a new one where it is to be deleted, and nothing is said. */
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

  /** Requests that are answered in every way that one client can bring about. */
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

  /** Reads of what is known already, writes of what was read in another state. */
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

  /** Wrong passwords for an event that has one: whoever reads it, and may not edit it, and whoever deletes it, has to know it. */
  private async *withWrongPasswords(): AsyncGenerator<Attempt> {
    const path = await this.address(await createRecord(this.calendar, 'events', { password: 'Sesam' }));
    const token = this.operation.method === 'DELETE' ? {} : { token: null };
    for (let guess = 0; guess <= 10; guess += 1)
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
