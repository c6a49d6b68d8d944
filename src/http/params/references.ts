import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type Type } from '@nestjs/common';
import {
  namedRecords,
  namesTerms,
  type NamedRecord,
  type Naming,
  type TermNaming,
} from '../../records/crud/named-records.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { Message } from '../../kernel/language/message.js';
import { TermFilter } from '../../records/crud/term-filter.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlNow } from '../../persistence/sql-now.js';
import { fieldsOf } from '../../kernel/schema/field.js';

/** What came of the references in parameters. */
interface Judgement {
  /** What is wrong, by parameter. */
  readonly problems: Readonly<Record<string, Message>>;
  /** What the fields that filter by terms hold from here on. */
  readonly filters: Readonly<Record<string, TermFilter>>;
}

/** Judges what parameters name, which only the database can. */
@Injectable()
export class References {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks up all that the values name, in one statement. What is unknown, and what the principal may not read, look the
   * same.
   */
  async judge(principal: Principal, dto: Type, values: object): Promise<Judgement> {
    const namings = namingsIn(dto, values);
    const found = await namedRecords(this.em, principal, namings, sqlNow(this.clock));
    const problems: Record<string, Message> = {};
    const filters: Record<string, TermFilter> = {};
    for (const naming of namings) {
      const own = found.filter(({ parameter }) => parameter === naming.parameter);
      const problem = problemOf(naming, own);
      if (problem) problems[naming.parameter] = problem;
      else if (namesTerms(naming)) filters[naming.parameter] = filterOf(naming, own);
    }
    return { problems, filters };
  }
}

function namingsIn(dto: Type, values: object): (Naming | TermNaming)[] {
  return fieldsOf(dto).flatMap(({ name, references, filters }): (Naming | TermNaming)[] => {
    const given = (values as Record<string, unknown>)[name];
    if (given === undefined || given === null) return [];
    const naming = { parameter: name, ids: idsOf(given) };
    if (filters) return [{ ...naming, of: filters, slugs: slugsOf(given) }];
    return references ? [{ ...naming, of: references }] : [];
  });
}

function problemOf(naming: Naming | TermNaming, found: readonly NamedRecord[]): Message | undefined {
  const { ids } = naming;
  const slugs = namesTerms(naming) ? naming.slugs : [];
  const known = new Set(found.filter(({ named }) => named).flatMap(({ id, slug }) => [id, slug]));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) return { key: 'validation.unknown_id', args: { ids: unknown.join(', ') } };
  return slugs.every((slug) => known.has(slug)) ? undefined : { key: 'validation.unknown_slug' };
}

function filterOf({ ids, slugs }: TermNaming, found: readonly NamedRecord[]): TermFilter {
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
