import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { joinMessages, type Message } from '../../kernel/language/message.js';
import type { Field } from '../../kernel/schema/field.js';
import { InvalidValue } from '../../kernel/schema/parsers.js';
import type { TermLink } from '../../kernel/schema/reference-fields.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlNow } from '../../persistence/client/sql-now.js';
import { findTerms, toTermLookup } from '../../records/crud/find-terms.js';
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

/** Checks that the records that parameters refer to exist. */
@Injectable()
export class ReferenceResolver {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks up all records that valid values refer to, in one statement. Values in a list with invalid elements are
   * included. Adds an error for each field with unknown records. Records that the principal may not read count as
   * unknown. Terms to filter by are replaced by a `TermFilter`.
   */
  async resolve(context: ReferenceContext, fields: readonly Field[], { dto, errors }: DtoReadResult): Promise<void> {
    const references = fields.flatMap((field) => {
      const value = dto[field.name] ?? null;
      const isInvalid = errors[field.name] !== undefined && !Array.isArray(value);
      return value === null || isInvalid ? [] : referencesOf(field, value);
    });
    if (references.length === 0) return;
    const found = await resolveReferences(this.em, context, references, sqlNow(this.clock));
    for (const reference of references) {
      const records = found.filter(({ parameter }) => parameter === reference.parameter);
      const error = referenceError(reference, dto[reference.parameter], records);
      const all = joinMessages([errors[reference.parameter], error]);
      if (all) errors[reference.parameter] = all;
      else if (isTermFilterReference(reference)) dto[reference.parameter] = termFilterOf(reference, records);
    }
  }

  /**
   * The errors of terms to link that a write without other errors finds when it links them: unknown slugs, and names of
   * several categories. The other errors of their fields are included.
   */
  async findTermErrors(
    { language }: ReferenceContext,
    fields: readonly Field[],
    { dto, errors }: DtoReadResult,
  ): Promise<Record<string, Message>> {
    const termErrors: Record<string, Message> = {};
    for (const { name, linkedTermKind: kind } of fields) {
      const value = dto[name];
      if (!kind || !Array.isArray(value)) continue;
      const links = (value as (TermLink | InvalidValue)[]).map(toLookup);
      const { error } = await findTerms(this.em.getKysely(), { kind, language: language.requested }, links);
      const all = joinMessages([errors[name], error]);
      if (all) termErrors[name] = all;
    }
    return termErrors;
  }
}

/** Nothing is found for an invalid element, which keeps its place in the list. */
const toLookup = (link: TermLink | InvalidValue) => (link instanceof InvalidValue ? {} : toTermLookup(link));

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
  const names = (value as (TermLink | InvalidValue)[]).filter(
    (each) => typeof each !== 'number' && !(each instanceof InvalidValue),
  ) as Exclude<TermLink, number>[];
  return [{ parameter: name, target: termFilterKind, ids, names, nameExample: (digits) => `${name}[name]=${digits}` }];
}

/** @param value the value of the field. For a list, the error names its unknown elements */
function referenceError(
  reference: FieldReference,
  value: unknown,
  found: readonly ResolvedReference[],
): Message | undefined {
  const knownIds = new Set(found.map(({ id }) => id));
  const unknownIds = reference.ids.filter((id) => !knownIds.has(id));
  const unknownNames = isTermFilterReference(reference) ? unknownNamesOf(reference, found) : [];
  const unknown = new Set<unknown>([...unknownIds, ...unknownNames]);
  if (unknown.size === 0) return undefined;
  const isUnknown = (element: unknown) => unknown.has(element) || idsOf(element).some((id) => unknown.has(id));
  const elements = Array.isArray(value)
    ? { elements: [...value.keys()].filter((position) => isUnknown(value[position])) }
    : {};
  if (unknownNames.length > 0)
    return {
      key: 'validation.unknown_name',
      args: { names: [...unknownIds, ...unknownNames.map(textOf)].join(', ') },
      ...elements,
    };
  const [first = 0] = unknownIds;
  const ids = unknownIds.join(', ');
  return reference.nameExample
    ? { key: 'validation.unknown_id_or_name', args: { ids, example: reference.nameExample(first) }, ...elements }
    : { key: 'validation.unknown_id', args: { ids }, ...elements };
}

const unknownNamesOf = ({ names }: TermFilterReference, found: readonly ResolvedReference[]) =>
  names.filter((_name, index) => !found.some(({ position }) => position === index + 1));

/** In the URLs of the list, ids replace the names that a list of texts cannot contain: objects, and texts with commas. */
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
