import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';

/**
 * The UUID of the database, which makes identifiers of records globally unique. A migration creates it; backups contain it. It is read
 * once per process.
 */
@Injectable()
export class CalendarIdentity {
  private known: string | undefined;

  constructor(private readonly em: EntityManager) {}

  /** @returns the UUID in lower case (RFC 9562) */
  async uuid(): Promise<string> {
    return (this.known ??= await this.read());
  }

  private async read(): Promise<string> {
    const { rows } = await sql<{ value: string }>`
      select value from service_state where key = 'calendar_uuid'`.execute(this.em.getKysely());
    if (!rows[0]) throw new Error('The table service_state has no row with the key calendar_uuid');
    return rows[0].value;
  }
}
