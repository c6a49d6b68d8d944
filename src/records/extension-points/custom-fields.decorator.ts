import type { Type } from '@nestjs/common';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKindsDefined } from '../types/record-kinds.js';

/** What can be done with custom fields, beside writing and reading them: each by its name. */
export interface CustomFieldOptions {
  /** Those by which the list of the kind is filtered: `custom_fields[level]=easy`. */
  readonly filters?: readonly string[];
  /** Of those, the ones for which the database keeps an index. */
  readonly indexed?: readonly string[];
  /** Those that a search of events looks into; one of venues and organizers looks into all. */
  readonly searchable?: readonly string[];
}

/** The custom fields that a class declares. */
export interface CustomFieldsDeclaration extends CustomFieldOptions {
  readonly kind: RecordKind;
}

const CUSTOM_FIELDS_METADATA = Symbol('calendar:custom-fields');

/**
 * Declares members of `custom_fields` of a kind: the fields of the class, with their types and texts. They are validated, documented and
 * stored as such, and served with every record; other members stay what clients make of them.
 * @example
 * ```ts
 * @CustomFields(EVENT, { filters: ['level'], indexed: ['level'] })
 * export class HikeFields {
 *   @KeywordField({ values: ['easy', 'hard'], description: 'hike.level' })
 *   level?: 'easy' | 'hard' | null;
 * }
 * ```
 */
export function CustomFields(kind: RecordKind, options: CustomFieldOptions = {}): ClassDecorator {
  return (target) => {
    assertKindsDefined(target.name, [kind]);
    Reflect.defineMetadata(CUSTOM_FIELDS_METADATA, { kind, ...options } satisfies CustomFieldsDeclaration, target);
  };
}

/** What a class declares; undefined where it declares nothing. */
export const customFieldsDeclarationOf = (type: Type): CustomFieldsDeclaration | undefined =>
  Reflect.getMetadata(CUSTOM_FIELDS_METADATA, type) as CustomFieldsDeclaration | undefined;
