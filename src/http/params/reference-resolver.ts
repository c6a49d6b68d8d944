import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../kernel/context/principal.js';
import type { Message } from '../../kernel/language/message.js';
import type { Field } from '../../kernel/schema/field.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlNow } from '../../persistence/client/sql-now.js';
import {
  resolveReferences,
  isTermFilterReference,
  TermFilter,
  type ResolvedReference,
  type ParameterReference,
  type TermFilterReference,
} from '../../records/crud/parameter-references.js';
import type { DtoReadResult } from './read-fields.js';

/** Checks that the records that parameters name exist. */
@Injectable()
export class ReferenceResolver {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks up everything that the valid values of fields name, in one statement. Adds an error for each field with unknown records. Records
   * that the principal may not read count as unknown. Terms to filter by are replaced by a `TermFilter`.
   */
  async resolve(principal: Principal, fields: readonly Field[], { dto, errors }: DtoReadResult): Promise<void> {
    const references = fields.flatMap((field) => {
      const value = dto[field.name] ?? null;
      return value === null || errors[field.name] ? [] : referencesOf(field, value);
    });
    if (references.length === 0) return;
    const found = await resolveReferences(this.em, principal, references, sqlNow(this.clock));
    for (const reference of references) {
      const records = found.filter(({ parameter }) => parameter === reference.parameter);
      const error = referenceError(reference, records);
      if (error) errors[reference.parameter] = error;
      else if (isTermFilterReference(reference)) dto[reference.parameter] = termFilterOf(reference, records);
    }
  }
}

function referencesOf(
  { name, references, termFilterKind }: Field,
  value: unknown,
): (ParameterReference | TermFilterReference)[] {
  if (references) return [{ parameter: name, target: references, ids: idsOf(value) }];
  if (!termFilterKind) return [];
  const slugs = (value as unknown[]).filter((each) => typeof each === 'string');
  return [{ parameter: name, target: termFilterKind, ids: idsOf(value), slugs }];
}

function referenceError(
  reference: ParameterReference | TermFilterReference,
  found: readonly ResolvedReference[],
): Message | undefined {
  const slugs = isTermFilterReference(reference) ? reference.slugs : [];
  const known = new Set(found.filter(({ is_direct }) => is_direct).flatMap(({ id, slug }) => [id, slug]));
  const unknown = reference.ids.filter((id) => !known.has(id));
  if (unknown.length > 0) return { key: 'validation.unknown_id', args: { ids: unknown.join(', ') } };
  return slugs.every((slug) => known.has(slug)) ? undefined : { key: 'validation.unknown_slug' };
}

function termFilterOf({ ids, slugs }: TermFilterReference, found: readonly ResolvedReference[]): TermFilter {
  return new TermFilter([...ids, ...slugs], [...new Set(found.map(({ id }) => id))]);
}

/** The ids in a field: one, a list, or the `id` of an object. */
function idsOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (value !== null && typeof value === 'object' && 'id' in value) return idsOf(value.id);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? [value] : [];
}
