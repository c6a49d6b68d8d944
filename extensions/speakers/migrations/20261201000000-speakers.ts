import { Migration } from '@mikro-orm/migrations';
import { EVENT, linkTable, recordTables } from 'calendar-events-service';
import { SPEAKER } from '../speaker.kind.js';

/** Speakers, and at which events they speak. */
export class CreateSpeakers extends Migration {
  override up(): void {
    const statements = [...recordTables(SPEAKER, { website: 'text' }), ...linkTable(EVENT, SPEAKER)];
    for (const statement of statements) this.addSql(statement);
  }
}
