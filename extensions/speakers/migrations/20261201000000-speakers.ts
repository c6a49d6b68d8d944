import { Migration } from '@mikro-orm/migrations';
import { EVENT, linkTableSql, recordTablesSql } from 'calendar-events-service';
import { SPEAKER } from '../speaker.kind.js';

/** Creates the tables of speakers and of their links to events. */
export class CreateSpeakers extends Migration {
  override up(): void {
    const statements = [...recordTablesSql(SPEAKER, { website: 'text' }), ...linkTableSql(EVENT, SPEAKER)];
    for (const statement of statements) this.addSql(statement);
  }
}
