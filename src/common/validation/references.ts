import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type Type } from '@nestjs/common';
import type { Principal } from '../auth/principal.js';
import { readableIds } from '../auth/readable-ids.js';
import type { Message } from '../errors/api-error.js';
import { Clock } from '../time/clock.js';
import { sqlNow } from '../time/database-clock.js';
import { fieldsOf } from './field.js';

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
      const known = await readableIds(this.em.getKysely(), principal, references, ids, sqlNow(this.clock));
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) problems[name] = { key: 'validation.unknown_id', args: { ids: unknown.join(', ') } };
    }
    return problems;
  }
}

/** The ids in a field: one, a list, or the `id` of an object. */
function idsOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (value !== null && typeof value === 'object' && 'id' in value) return idsOf(value.id);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? [value] : [];
}
