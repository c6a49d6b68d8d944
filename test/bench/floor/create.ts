import type { Pool } from 'pg';
import { CREATE } from './statements.js';
import { eventView, type Row } from './views.js';

/** Input of a simple event. */
export interface SimpleEvent {
  readonly title: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly venue: readonly [number];
  readonly categories: readonly [number];
}

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';

/** Creates a simple event under the first free slug. */
export async function createEvent(pool: Pool, authorId: number, event: SimpleEvent): Promise<object> {
  const { title, description, start_date, end_date, timezone, venue, categories } = event;
  const baseSlug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const searchText = `${title} ${description.replace(/<[^>]*>/g, '')}`.toLowerCase();
  for (let suffix = 1; ; suffix += 1) {
    const slug = suffix === 1 ? baseSlug : `${baseSlug}-${suffix}`;
    const fieldValues = [title, description, slug, searchText, start_date, end_date, timezone];
    try {
      const { rows } = await pool.query<Row>({
        ...CREATE,
        values: [...fieldValues, venue[0], categories[0], authorId],
      });
      return eventView(rows[0] ?? {});
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    }
  }
}
