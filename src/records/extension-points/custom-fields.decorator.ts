import type { Type } from '@nestjs/common';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKindsDefined } from '../types/record-kinds.js';

/** Options of custom fields. Each lists fields by name. */
export interface CustomFieldOptions {
  /** Fields that become filters of the list: `custom_fields[level]=easy`. */
  readonly filters?: readonly string[];
  /** Filters with a database index. */
  readonly indexed?: readonly string[];
  /** Fields that the search of events includes. The search of venues and organizers includes all. */
  readonly searchable?: readonly string[];
}

export interface CustomFieldsDeclaration extends CustomFieldOptions {
  readonly kind: RecordKind;
}

const CUSTOM_FIELDS_METADATA = Symbol('calendar:custom-fields');

/**
 * Declares typed members of `custom_fields` of a kind: the fields of the class. They are validated, documented, and part of every record.
 * Other members of `custom_fields` remain untyped.
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

export const customFieldsDeclarationOf = (type: Type): CustomFieldsDeclaration | undefined =>
  Reflect.getMetadata(CUSTOM_FIELDS_METADATA, type) as CustomFieldsDeclaration | undefined;
