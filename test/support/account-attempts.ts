import { createToken, createUser, TOKENS } from './accounts.js';
import type { Attempt, Operation, OperationAttempts } from './operations.js';
import { ADMIN_TOKEN, type Answer, type TestCalendar } from './test-calendar.js';

/** Makes requests of an operation on users and tokens that are answered in all the ways there are. */
export class AccountAttempts implements OperationAttempts {
  private names = 0;

  constructor(
    private readonly calendar: TestCalendar,
    private readonly operation: Operation,
  ) {}

  get creates(): boolean {
    return this.operation.method === 'POST' && !this.isOfOne;
  }

  async fine(query = ''): Promise<Attempt> {
    const json = this.isOfTokens ? { expires_in_days: 1 } : { username: this.newName(), role: 'author' };
    return { path: `${await this.address()}${query}`, sent: { token: ADMIN_TOKEN, ...(this.writes && { json }) } };
  }

  send({ path, sent }: Attempt): Promise<Answer> {
    return this.calendar.request(this.operation.method, path, sent);
  }

  async *all(): AsyncGenerator<Attempt> {
    yield await this.fine();
    yield await this.fine('?ml_language=fr');
    yield await this.fine(`?x=${'x'.repeat(8192)}`);
    yield* this.conditional();
    yield* this.byOthers();
    if (this.isOfOne) yield { ...(await this.fine()), path: this.operation.path.replace('{id}', '987654321') };
    if (this.writes) yield* this.withBadBodies();
    if (this.operation.method === 'GET' && !this.isOfOne) yield* this.lists();
  }

  /** Reads of what is known already, writes of what was read in another state. */
  private async *conditional(): AsyncGenerator<Attempt> {
    const { path, sent } = await this.fine();
    if (this.operation.method === 'GET') yield { path, sent: { ...sent, headers: { 'If-None-Match': '*' } } };
    else if (!this.creates) yield { path, sent: { ...sent, headers: { 'If-Match': '"0-a"' } } };
  }

  private async *byOthers(): AsyncGenerator<Attempt> {
    const { path, sent } = await this.fine();
    const subscriber = await this.calendar.tokenOf('subscriber');
    for (const token of ['nobody-0123456789-0123456789-0123456789', null, subscriber])
      yield { path, sent: { ...sent, token } };
    if (this.isOfTokens && !this.isOfOne) yield { path: `${path}?user=1`, sent: { ...sent, token: subscriber } };
  }

  private async *withBadBodies(): AsyncGenerator<Attempt> {
    const path = await this.address();
    const json = { 'Content-Type': 'application/json' };
    yield { path, sent: { raw: '{', headers: json } };
    yield { path, sent: { raw: 'text', headers: { 'Content-Type': 'text/plain' } } };
    yield { path, sent: { json: { username: {}, expires_at: {} } } };
    yield { path, sent: { json: { username: 'admin', role: 'author' } } };
  }

  private async *lists(): AsyncGenerator<Attempt> {
    for (const query of ['?page=0', '?page=800']) yield await this.fine(query);
  }

  private get writes(): boolean {
    return ['POST', 'PUT', 'PATCH'].includes(this.operation.method);
  }

  private get isOfOne(): boolean {
    return this.operation.path.endsWith('{id}');
  }

  private get isOfTokens(): boolean {
    return this.operation.path.startsWith(TOKENS);
  }

  /** That of a user or token of the attempt's own. */
  private async address(): Promise<string> {
    const { path } = this.operation;
    if (!this.isOfOne) return path;
    const { id } = this.isOfTokens ? await createToken(this.calendar) : await createUser(this.calendar);
    return path.replace('{id}', String(id));
  }

  private newName(): string {
    return `${this.operation.method} ${this.operation.path} ${(this.names += 1)} ${Math.random()}`;
  }
}
