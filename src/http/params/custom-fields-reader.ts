import { Injectable, type Type } from '@nestjs/common';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { extensionPointOf } from '../../kernel/schema/extensible.decorator.js';
import { isPartialDto } from '../../kernel/schema/field.js';
import { isBlank, isJsonObject } from '../../kernel/schema/parsers.js';
import { TypedCustomFields, type FieldsReader } from '../../records/extension-points/typed-custom-fields.js';
import type { RequestInput } from './request-parameters.js';
import type { DtoReadResult } from './read-fields.js';

/** Reads the members of `custom_fields` that extensions declare. */
@Injectable()
export class CustomFieldsReader {
  constructor(private readonly customFields: TypedCustomFields) {}

  acceptsFilters(type: Type): boolean {
    const point = extensionPointOf(type);
    return point?.part === 'query' && this.customFields.filtersOf(point.kind).length > 0;
  }

  /** Reads `custom_fields` into a DTO after its other fields. `readFields` reads the members that an extension declares. */
  async read(type: Type, input: RequestInput, result: DtoReadResult, readFields: FieldsReader): Promise<void> {
    const point = extensionPointOf(type);
    if (!point || result.errors['custom_fields'] || this.customFields.classesOf(point.kind).length === 0) return;
    if (point.part === 'query') await this.readFilters(point.kind, input, result, readFields);
    else await this.readMembers(point.kind, isPartialDto(type), result, readFields);
  }

  private async readFilters(
    kind: RecordKind,
    { parameters: { values, isStrict } }: RequestInput,
    { dto, errors }: DtoReadResult,
    readFields: FieldsReader,
  ): Promise<void> {
    const filters = values.get('custom_fields') ?? '';
    const members = objectOrEmpty(filters);
    if (!isBlank(filters) && !isJsonObject(filters) && this.customFields.filtersOf(kind).length > 0)
      errors['custom_fields'] = { key: 'validation.object' };
    const read = await this.customFields.readFilters(kind, members, readFields);
    if (Object.keys(read.values).length > 0) dto['custom_fields'] = read.values;
    Object.assign(errors, read.errors);
    for (const name of isStrict ? this.customFields.unknownFilters(kind, members) : [])
      errors[`custom_fields.${name}`] = { key: 'validation.unknown_parameter' };
  }

  private async readMembers(
    kind: RecordKind,
    isUpdate: boolean,
    { dto, errors }: DtoReadResult,
    readFields: FieldsReader,
  ): Promise<void> {
    const isSent = dto['custom_fields'] !== undefined;
    if (!isSent && isUpdate) return;
    const read = await this.customFields.readInput(kind, objectOrEmpty(dto['custom_fields']), isUpdate, readFields);
    if (isSent || Object.keys(read.values).length > 0) dto['custom_fields'] = read.values;
    Object.assign(errors, read.errors);
  }
}

const objectOrEmpty = (value: unknown): Readonly<Record<string, unknown>> => (isJsonObject(value) ? value : {});
