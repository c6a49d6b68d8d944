import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type Type } from '@nestjs/common';
import {
  loadReferencedRecords,
  isTermReference,
  type ReferencedRecord,
  type Reference,
  type TermReference,
} from '../../records/crud/referenced-records.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { Message } from '../../kernel/language/message.js';
import { TermFilter } from '../../records/crud/term-filter.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlNow } from '../../persistence/client/sql-now.js';
import { fieldsOf } from '../../kernel/schema/field.js';

/** What came of the references in parameters. */
interface ReferenceCheck {
  /** What is wrong, by parameter. */
  readonly errors: Readonly<Record<string, Message>>;
  /** What the fields that filter by terms hold from here on. */
  readonly filters: Readonly<Record<string, TermFilter>>;
}

/** Judges what parameters name, which only the database can. */
@Injectable()
export class ReferenceChecker {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks up all that the values name, in one statement. What is unknown, and what the principal may not read, look the
   * same.
   */
  async check(principal: Principal, dto: Type, values: object): Promise<ReferenceCheck> {
    const references = referencesIn(dto, values);
    const found = await loadReferencedRecords(this.em, principal, references, sqlNow(this.clock));
    const errors: Record<string, Message> = {};
    const filters: Record<string, TermFilter> = {};
    for (const reference of references) {
      const records = found.filter(({ parameter }) => parameter === reference.parameter);
      const error = referenceError(reference, records);
      if (error) errors[reference.parameter] = error;
      else if (isTermReference(reference)) filters[reference.parameter] = termFilterOf(reference, records);
    }
    return { errors, filters };
  }
}

function referencesIn(dto: Type, values: object): (Reference | TermReference)[] {
  return fieldsOf(dto).flatMap(({ name, references, termFilterKind }): (Reference | TermReference)[] => {
    const value = (values as Record<string, unknown>)[name];
    if (value === undefined || value === null) return [];
    const reference = { parameter: name, ids: idsOf(value) };
    if (termFilterKind) return [{ ...reference, target: termFilterKind, slugs: slugsOf(value) }];
    return references ? [{ ...reference, target: references }] : [];
  });
}

function referenceError(reference: Reference | TermReference, found: readonly ReferencedRecord[]): Message | undefined {
  const { ids } = reference;
  const slugs = isTermReference(reference) ? reference.slugs : [];
  const known = new Set(found.filter(({ is_direct }) => is_direct).flatMap(({ id, slug }) => [id, slug]));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) return { key: 'validation.unknown_id', args: { ids: unknown.join(', ') } };
  return slugs.every((slug) => known.has(slug)) ? undefined : { key: 'validation.unknown_slug' };
}

function termFilterOf({ ids, slugs }: TermReference, found: readonly ReferencedRecord[]): TermFilter {
  return new TermFilter([...ids, ...slugs], [...new Set(found.map(({ id }) => id))]);
}

/** The ids in a field: one, a list, or the `id` of an object. */
function idsOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (value !== null && typeof value === 'object' && 'id' in value) return idsOf(value.id);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? [value] : [];
}

const slugsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
