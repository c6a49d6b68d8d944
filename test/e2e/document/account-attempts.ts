import { createToken, createUser, TOKENS_PATH } from '../../support/accounts/accounts.js';
import type { Operation } from '../../support/requests/operations.js';
import type { Attempt, OperationAttempts } from './operation-attempts.js';
import { ADMIN_TOKEN, type TestResponse, type TestCalendar } from '../../support/calendar/test-calendar.js';

/** Requests of an operation of users and tokens. */
export class AccountAttempts implements OperationAttempts {
  private names = 0;

  constructor(
    private readonly calendar: TestCalendar,
    private readonly operation: Operation,
  ) {}

  get creates(): boolean {
    return this.operation.method === 'POST' && !this.isSingleRecord;
  }

  async valid(query = ''): Promise<Attempt> {
    const json = this.isTokenOperation ? { expires_in_days: 1 } : { username: this.newName(), role: 'author' };
    return { path: `${await this.address()}${query}`, options: { token: ADMIN_TOKEN, ...(this.writes && { json }) } };
  }

  send({ path, options }: Attempt): Promise<TestResponse> {
    return this.calendar.request(this.operation.method, path, options);
  }

  async *all(): AsyncGenerator<Attempt> {
    yield await this.valid();
    yield await this.valid('?ml_language=fr');
    yield await this.valid(`?x=${'x'.repeat(8192)}`);
    yield* this.conditional();
    yield* this.withOtherCredentials();
    if (this.isSingleRecord) yield { ...(await this.valid()), path: this.operation.path.replace('{id}', '987654321') };
    if (this.writes) yield* this.withBadBodies();
    if (this.operation.method === 'GET' && !this.isSingleRecord) yield* this.lists();
  }

  private async *conditional(): AsyncGenerator<Attempt> {
    const { path, options } = await this.valid();
    if (this.operation.method === 'GET') yield { path, options: { ...options, headers: { 'If-None-Match': '*' } } };
    else if (!this.creates) yield { path, options: { ...options, headers: { 'If-Match': '"0-a"' } } };
  }

  private async *withOtherCredentials(): AsyncGenerator<Attempt> {
    const { path, options } = await this.valid();
    const subscriber = await this.calendar.createToken('subscriber');
    for (const token of ['nobody-0123456789-0123456789-0123456789', null, subscriber])
      yield { path, options: { ...options, token } };
    if (this.isTokenOperation && !this.isSingleRecord)
      yield { path: `${path}?user=1`, options: { ...options, token: subscriber } };
  }

  private async *withBadBodies(): AsyncGenerator<Attempt> {
    const path = await this.address();
    const json = { 'Content-Type': 'application/json' };
    yield { path, options: { raw: '{', headers: json } };
    yield { path, options: { raw: 'text', headers: { 'Content-Type': 'text/plain' } } };
    yield { path, options: { json: { username: {}, expires_at: {} } } };
    yield { path, options: { json: { username: 'admin', role: 'author' } } };
  }

  private async *lists(): AsyncGenerator<Attempt> {
    for (const query of ['?page=0', '?page=800']) yield await this.valid(query);
  }

  private get writes(): boolean {
    return ['POST', 'PUT', 'PATCH'].includes(this.operation.method);
  }

  private get isSingleRecord(): boolean {
    return this.operation.path.endsWith('{id}');
  }

  private get isTokenOperation(): boolean {
    return this.operation.path.startsWith(TOKENS_PATH);
  }

  /** Path of a new user or token. */
  private async address(): Promise<string> {
    const { path } = this.operation;
    if (!this.isSingleRecord) return path;
    const { id } = this.isTokenOperation ? await createToken(this.calendar) : await createUser(this.calendar);
    return path.replace('{id}', String(id));
  }

  private newName(): string {
    return `${this.operation.method} ${this.operation.path} ${(this.names += 1)} ${Math.random()}`;
  }
}
