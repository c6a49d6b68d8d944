import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { joinMessages, type Message } from '../../kernel/language/message.js';
import type { Field } from '../../kernel/schema/field.js';
import { findInvalidValue } from '../../kernel/schema/parsers.js';
import type { TermLink } from '../../kernel/schema/reference-fields.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlNow } from '../../persistence/client/sql-now.js';
import { nameOrSlugOf } from '../../records/crud/find-by-name.js';
import { findTerms } from '../../records/crud/find-terms.js';
import {
  resolveReferences,
  isTermFilterReference,
  TermFilter,
  type ResolvedReference,
  type ParameterReference,
  type ReferenceContext,
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
  async resolve(context: ReferenceContext, fields: readonly Field[], { dto, errors }: DtoReadResult): Promise<void> {
    const references = fields.flatMap((field) => {
      const value = dto[field.name] ?? null;
      return value === null || errors[field.name] ? [] : referencesOf(field, value);
    });
    if (references.length === 0) return;
    const found = await resolveReferences(this.em, context, references, sqlNow(this.clock));
    for (const reference of references) {
      const records = found.filter(({ parameter }) => parameter === reference.parameter);
      const error = referenceError(reference, records);
      if (error) errors[reference.parameter] = error;
      else if (isTermFilterReference(reference)) dto[reference.parameter] = termFilterOf(reference, records);
    }
  }

  /** The errors of terms to link that a write finds itself: unknown slugs, and names of several categories. Includes their other errors. */
  async findTermErrors(
    { language }: ReferenceContext,
    fields: readonly Field[],
    { dto, errors }: DtoReadResult,
  ): Promise<Record<string, Message>> {
    const found: Record<string, Message> = {};
    for (const { name, linkedTermKind: kind } of fields) {
      const value = dto[name];
      if (!kind || !Array.isArray(value) || findInvalidValue(value)) continue;
      const requested = (value as TermLink[]).filter((link) => typeof link !== 'number').map(nameOrSlugOf);
      const options = { kind, language: language.requested, ids: idsOf(value) };
      const { error } = await findTerms(this.em.getKysely(), options, requested);
      const all = joinMessages([errors[name], error]);
      if (all) found[name] = all;
    }
    return found;
  }
}

interface FieldReference extends ParameterReference {
  /** Returns how a client sends digits as a name. `undefined` if the field accepts ids only. */
  readonly nameExample: ((digits: number) => string) | undefined;
}

function referencesOf(
  { name, references, linkedTermKind, termFilterKind }: Field,
  value: unknown,
): (FieldReference | (FieldReference & TermFilterReference))[] {
  const ids = idsOf(value);
  if (references) {
    const nameExample = linkedTermKind ? (digits: number) => `{"name": "${digits}"}` : undefined;
    return [{ parameter: name, target: references, ids, nameExample }];
  }
  if (!termFilterKind) return [];
  const names = (value as TermLink[]).filter((each) => typeof each !== 'number');
  return [{ parameter: name, target: termFilterKind, ids, names, nameExample: (digits) => `${name}[name]=${digits}` }];
}

function referenceError(reference: FieldReference, found: readonly ResolvedReference[]): Message | undefined {
  const knownIds = new Set(found.map(({ id }) => id));
  const unknownIds = reference.ids.filter((id) => !knownIds.has(id));
  const unknownNames = isTermFilterReference(reference) ? unknownNamesOf(reference, found) : [];
  if (unknownNames.length > 0)
    return { key: 'validation.unknown_name', args: { names: [...unknownIds, ...unknownNames].join(', ') } };
  const [first] = unknownIds;
  if (first === undefined) return undefined;
  const ids = unknownIds.join(', ');
  return reference.nameExample
    ? { key: 'validation.unknown_id_or_name', args: { ids, example: reference.nameExample(first) } }
    : { key: 'validation.unknown_id', args: { ids } };
}

const unknownNamesOf = ({ names }: TermFilterReference, found: readonly ResolvedReference[]): string[] =>
  names.filter((_name, index) => !found.some(({ position }) => position === index + 1)).map(textOf);

/** The URLs of the list have ids in the place of names that a list of texts cannot contain: objects, and texts with commas. */
function termFilterOf({ ids, names }: TermFilterReference, found: readonly ResolvedReference[]): TermFilter {
  const keys = names.flatMap((name, index): (number | string)[] =>
    typeof name === 'string' && !name.includes(',')
      ? [name]
      : found.filter(({ position }) => position === index + 1).map(({ id }) => id),
  );
  return new TermFilter([...ids, ...keys], [...new Set(found.map(({ id }) => id))]);
}

function textOf(term: Exclude<TermLink, number>): string {
  if (typeof term === 'string') return term;
  return 'name' in term ? term.name : term.slug;
}

/** The ids in a field: one, a list, or the `id` of an object. */
function idsOf(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (value !== null && typeof value === 'object' && 'id' in value) return idsOf(value.id);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? [value] : [];
}
