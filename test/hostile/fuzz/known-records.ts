import { createRecord, KINDS } from '../../support/records/kinds.js';
import type { TestCalendar } from '../../support/calendar/test-calendar.js';
import type { GeneratedRequest } from './arbitrary-requests.js';

/** Number of records that placeholders choose from. */
const MAX_PER_KIND = 9;

/** Ids and slugs of the newest records, by the path of their kind. */
export class KnownRecords {
  private readonly valuesByName = new Map<string, string[]>();

  /** Creates records of every kind, and spare users and tokens. */
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

  /** Adds a record and drops all but the newest ones: older ones may have been deleted. */
  add(path: string, { id, slug }: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of [
      [path, id],
      [`${path}-slug`, slug],
    ] as const) {
      if (typeof value !== 'number' && typeof value !== 'string') continue;
      const values = [encodeURIComponent(value), ...(this.valuesByName.get(name) ?? [])];
      this.valuesByName.set(name, values.slice(0, MAX_PER_KIND));
    }
  }

  /** Replaces placeholders such as `{venues:3}`. */
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
    const values = this.valuesByName.get(name) ?? [];
    return values[Number(index) % Math.max(values.length, 1)] ?? '1';
  }
}
