import { Injectable, type Type } from '@nestjs/common';
import { ReadScopes } from '../../records/crud/read-scope.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { CustomFieldsReader } from './custom-fields-reader.js';
import { takeMembers } from './request-parameters.js';
import { toKeyword } from '../../kernel/schema/coercion.js';
import { fieldsOf, isPartial } from '../../kernel/schema/field.js';
import { MAX_PARAMETERS, MAX_LIST_VALUES } from '../../kernel/schema/limits.js';
import {
  hasHeaders,
  readFields,
  unknownParameters,
  validationErrors,
  omitInvalid,
  type ParameterInput,
  type ReadResult,
} from './read-fields.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import type { Message } from '../../kernel/language/message.js';
import { ReferenceChecker } from './reference-checker.js';
import { ruleErrors } from '../../kernel/schema/rules.js';

/** Reads parameters into a DTO, and the objects among them into theirs. */
@Injectable()
export class DtoReader {
  constructor(
    private readonly referenceChecker: ReferenceChecker,
    private readonly scopes: ReadScopes,
    private readonly extensions: RecordExtensions,
    private readonly customFields: CustomFieldsReader,
  ) {}

  /**
   * Coerces, fills the defaults, validates, and asks the database about ids. The DTO is good where there are no errors.
   * @throws {ApiError} `unauthorized`, `forbidden` for values that the sender may not send
   */
  async read(metatype: Type, input: ParameterInput): Promise<ReadResult> {
    const extensionParts = this.extensions.partsFor(metatype);
    const extensionOrder = readExtensionOrder(input, this.extensions.sortNamesFor(metatype));
    const own = await this.readPart(
      metatype,
      extensionOrder ? withoutParameter(input, 'orderby') : input,
      isPartial(metatype),
    );
    Object.assign(own.dto, extensionOrder);
    addSortNames(own.errors, this.extensions.sortNamesFor(metatype));
    for (const part of extensionParts) {
      const { dto, errors } = await this.readPart(part, input, isPartial(metatype));
      Object.assign(own.dto, dto);
      Object.assign(own.errors, errors);
    }
    await this.customFields.read(metatype, input, own, (type, values) =>
      this.readPart(type, { ...input, values }, isPartial(metatype)),
    );
    Object.assign(own.errors, unknownParameters(input, [metatype, ...extensionParts], this.extraNames(metatype)));
    return own;
  }

  /** What the values are wrong together, as far as they are fine by themselves. */
  checkRules(metatype: Type, { language }: ParameterInput, { dto, errors }: ReadResult): FieldErrors {
    const { kinds } = this.extensions;
    const timezone = this.scopes.referenceTime.zone;
    const context = { isCreate: !isPartial(metatype), timezone, language, kinds };
    const parts = [metatype, ...this.extensions.partsFor(metatype)];
    return Object.assign(
      {},
      ...parts.map((part) => ruleErrors(part, omitInvalid(dto, errors), context)),
    ) as FieldErrors;
  }

  private extraNames(metatype: Type): readonly string[] {
    const viewMembers = this.extensions.extraViewMembers(metatype);
    return this.customFields.acceptsFilters(metatype) ? [...viewMembers, 'custom_fields'] : viewMembers;
  }

  private async readPart(metatype: Type, input: ParameterInput, partial: boolean): Promise<ReadResult> {
    const { dto, errors: fieldErrors } = readFields(input, metatype, this.scopes.referenceTime, partial);
    // Without a prototype: a client may send `__proto__` as a parameter name.
    const errors = Object.create(null) as Record<string, Message>;
    const add = (more: FieldErrors) => void Object.assign(errors, more);
    add(fieldErrors);
    // Of what nobody sent, there are only the defaults.
    if (input.values.size > 0 || hasHeaders(input, metatype)) add(await validationErrors(dto, errors));
    add(await this.readObjects(metatype, input, dto));
    const references = await this.referenceChecker.check(input.principal, metatype, omitInvalid(dto, errors));
    add(references.errors);
    return { dto: Object.assign(dto, references.filters), errors };
  }

  /** Replaces objects in lists by DTOs; their errors are named by where they stand: `venue.website`, `venue[0].website`. */
  private async readObjects(
    metatype: Type,
    input: ParameterInput,
    values: Record<string, unknown>,
  ): Promise<FieldErrors> {
    const errors: Record<string, Message> = {};
    for (const { name, nested } of fieldsOf(metatype)) {
      const list = values[name];
      if (!nested || !Array.isArray(list) || list.length > MAX_LIST_VALUES) continue;
      for (const [index, element] of (list as unknown[]).entries()) {
        if (!isJsonObject(element)) continue;
        const path = Array.isArray(input.values.get(name)) ? `${name}[${index}]` : name;
        const { dto, errors: memberErrors } = await this.readObject(nested, input, takeMembers(element));
        for (const [member, error] of Object.entries(memberErrors)) errors[`${path}.${member}`] = error;
        list[index] = dto;
      }
    }
    return errors;
  }

  private async readObject(
    nested: Type,
    input: ParameterInput,
    members: readonly [name: string, value: unknown][],
  ): Promise<ReadResult> {
    const reading = await this.read(nested, { ...input, values: new Map(members.slice(0, MAX_PARAMETERS)) });
    const [excess] = members[MAX_PARAMETERS] ?? [];
    const tooMany = { key: 'validation.too_many_parameters', args: { max: MAX_PARAMETERS } };
    const errors = { ...this.checkRules(nested, input, reading), ...reading.errors };
    return { ...reading, errors: excess === undefined ? errors : { ...errors, [excess]: tooMany } };
  }
}

const isJsonObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The value of `orderby`, where it is one that was added. */
function readExtensionOrder({ values }: ParameterInput, names: readonly string[]): { orderby: string } | undefined {
  const orderby = toKeyword(values.get('orderby'));
  const name = names.find((each) => each.toLowerCase() === orderby);
  return name === undefined ? undefined : { orderby: name };
}

/** What `orderby` takes, wherever another is refused. */
function addSortNames(errors: Record<string, Message>, extensionOrders: readonly string[]): void {
  const { key = '', args } = errors['orderby'] ?? {};
  if (extensionOrders.length === 0 || typeof args?.['values'] !== 'string') return;
  errors['orderby'] = { key, args: { ...args, values: [args['values'], ...extensionOrders].join(', ') } };
}

const withoutParameter = (input: ParameterInput, omitted: string): ParameterInput => ({
  ...input,
  values: new Map([...input.values].filter(([name]) => name !== omitted)),
});
