import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type Type } from '@nestjs/common';
import { sql } from 'kysely';
import { readable } from '../auth/permissions.js';
import type { Principal } from '../auth/principal.js';
import type { Message } from '../errors/api-error.js';
import { Clock } from '../time/clock.js';
import { sqlNow } from '../time/database-clock.js';
import { fieldsOf } from './field.js';

/** Tables whose ids parameters may name, and whether their rows have a publication status. */
const REFERENCE_TABLES = {
  events: { published: true },
  venues: { published: true },
  organizers: { published: true },
  categories: { published: false },
  tags: { published: false },
  users: { published: false },
  images: { published: false },
} as const;

export type ReferenceTable = keyof typeof REFERENCE_TABLES;

/** Judges the ids in parameters, which only the database can. */
@Injectable()
export class References {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /** The problems of those fields whose ids are unknown, or not readable for the principal: both look the same. */
  async problems(principal: Principal, dto: Type, values: object): Promise<Record<string, Message>> {
    const problems: Record<string, Message> = {};
    for (const { name, references } of fieldsOf(dto)) {
      const given = (values as Record<string, unknown>)[name];
      if (!references || given === undefined || given === null) continue;
      const ids = idsOf(given);
      const known = await this.known(principal, references, ids);
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) problems[name] = { key: 'validation.unknown_id', args: { ids: unknown.join(', ') } };
    }
    return problems;
  }

  private async known(principal: Principal, table: ReferenceTable, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const visible = REFERENCE_TABLES[table].published
      ? readable(principal, table, sqlNow(this.clock))
      : sql<boolean>`true`;
    const query = sql<{ id: number }>`
      select id from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[]) and ${visible}`;
    const { rows } = await query.execute(this.em.getKysely<unknown>());
    return new Set(rows.map(({ id }) => id));
  }
}

/** The ids in a field: one, a list, or the `id` of an object. */
function idsOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (value !== null && typeof value === 'object' && 'id' in value) return idsOf(value.id);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? [value] : [];
}
