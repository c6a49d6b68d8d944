import type { TestCalendar } from '../calendar/test-calendar.js';

/** An audit entry as served. */
export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly user: number | null;
  readonly username: string | null;
  readonly role: string;
  readonly action: string;
  readonly kind: string;
  readonly record: number | null;
  readonly language: string | null;
  readonly client: string;
  readonly request_id: string;
  readonly changes: Record<string, unknown>;
}

export const AUDIT_PATH = '/calendar/admin/v1/audit';

/** Up to 50 audit entries that match a query, the newest first. */
export async function fetchAudit(calendar: TestCalendar, query: string): Promise<AuditEntry[]> {
  const { status, body, text } = await calendar.request<{ audit: AuditEntry[] }>(
    'GET',
    `${AUDIT_PATH}?per_page=50&${query}`,
  );
  if (status !== 200) throw new Error(`GET audit responded with ${status}: ${text}`);
  return body.audit;
}
