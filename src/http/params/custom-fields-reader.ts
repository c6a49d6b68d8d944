import { Injectable, type Type } from '@nestjs/common';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { Message } from '../../kernel/language/message.js';
import { extensionPointOf } from '../../kernel/schema/extensible.decorator.js';
import { isPartial } from '../../kernel/schema/field.js';
import { TypedCustomFields, type ReadFields } from '../../records/extension-points/typed-custom-fields.js';
import type { ParameterInput, ReadResult } from './read-fields.js';

/** Reads `custom_fields` by the types that extensions declare. */
@Injectable()
export class CustomFieldsReader {
  constructor(private readonly customFields: TypedCustomFields) {}

  /** Whether a list takes `custom_fields` as filters. */
  acceptsFilters(metatype: Type): boolean {
    const point = extensionPointOf(metatype);
    return point?.part === 'query' && this.customFields.filtersOf(point.kind).length > 0;
  }

  /**
   * Reads `custom_fields` into a DTO whose other fields have been read.
   * @param readFields reads the members that a class of an extension declares
   */
  async read(metatype: Type, input: ParameterInput, result: ReadResult, readFields: ReadFields): Promise<void> {
    const point = extensionPointOf(metatype);
    if (!point || result.errors['custom_fields'] || this.customFields.classesOf(point.kind).length === 0) return;
    if (point.part === 'query') await this.readFilters(point.kind, input, result, readFields);
    else await this.readMembers(point.kind, isPartial(metatype), result, readFields);
  }

  private async readFilters(
    kind: RecordKind,
    input: ParameterInput,
    { dto, errors }: ReadResult,
    readFields: ReadFields,
  ): Promise<void> {
    const filters = input.values.get('custom_fields');
    const members = asObject(filters);
    const isText = filters !== undefined && filters !== '' && filters !== members;
    if (isText && this.customFields.filtersOf(kind).length > 0) errors['custom_fields'] = { key: 'validation.object' };
    const { values, errors: memberErrors } = await this.customFields.readFilters(kind, members, readFields);
    if (Object.keys(values).length > 0) dto['custom_fields'] = values;
    Object.assign(errors, memberErrors, input.isStrict ? this.unknownMembers(kind, members) : {});
  }

  private async readMembers(
    kind: RecordKind,
    isUpdate: boolean,
    { dto, errors }: ReadResult,
    readFields: ReadFields,
  ): Promise<void> {
    const isSent = dto['custom_fields'] !== undefined;
    if (!isSent && isUpdate) return;
    const members = asObject(dto['custom_fields']);
    const { values, errors: memberErrors } = await this.customFields.read(kind, members, isUpdate, readFields);
    if (isSent || Object.keys(values).length > 0) dto['custom_fields'] = values;
    Object.assign(errors, memberErrors);
  }

  private unknownMembers(kind: RecordKind, members: Readonly<Record<string, unknown>>): Record<string, Message> {
    const names = this.customFields.unknownFilters(kind, members);
    return Object.fromEntries(names.map((name) => [`custom_fields.${name}`, { key: 'validation.unknown_parameter' }]));
  }
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
