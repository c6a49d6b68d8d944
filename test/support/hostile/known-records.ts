import { createRecord, KINDS } from '../kinds.js';
import type { TestCalendar } from '../test-calendar.js';
import type { GeneratedRequest } from './arbitrary-requests.js';

/** As many as placeholders choose from. */
const MAX_PER_KIND = 9;

/** What requests name: ids and slugs of records that were there last, by the path of their kind. */
export class KnownRecords {
  private readonly known = new Map<string, string[]>();

  /** Makes records of every kind, and users and tokens that nobody needs. */
  static async create(calendar: TestCalendar): Promise<KnownRecords> {
    const records = new KnownRecords();
    for (let round = 0; round < MAX_PER_KIND; round += 1) {
      for (const { path } of KINDS) records.add(path, await createRecord(calendar, path));
      const user = { username: `spare-${round}`, role: 'contributor' };
      const { body } = await calendar.request('POST', '/calendar/admin/v1/users', { json: user });
      records.add('users', body);
      const token = await calendar.request('POST', '/calendar/admin/v1/tokens', { json: { user: body['id'] } });
      records.add('tokens', token.body);
    }
    return records;
  }

  /** A new record takes the place of the oldest: that may have been deleted. */
  add(path: string, { id, slug }: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of [
      [path, id],
      [`${path}-slug`, slug],
    ] as const) {
      if (typeof value !== 'number' && typeof value !== 'string') continue;
      const known = [encodeURIComponent(value), ...(this.known.get(name) ?? [])];
      this.known.set(name, known.slice(0, MAX_PER_KIND));
    }
  }

  /** Fills in what placeholders such as `{venues:3}` stand for. */
  fill({ path, body, ...rest }: GeneratedRequest): GeneratedRequest {
    const json = body?.replace(/"\{([\w-]+):(\d+)\}"/g, (_all, name: string, index: string) =>
      this.lookUp(name, index),
    );
    return { ...rest, path: this.fillText(path), ...(json !== undefined && { body: this.fillText(json) }) };
  }

  private fillText(text: string): string {
    return text.replace(/\{([\w-]+):(\d+)\}/g, (_all, name: string, index: string) => this.lookUp(name, index));
  }

  private lookUp(name: string, index: string): string {
    const known = this.known.get(name) ?? [];
    return known[Number(index) % Math.max(known.length, 1)] ?? '1';
  }
}
