import { Inject, Injectable, type Type } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { TypedCustomFields } from '../../records/extension-points/typed-custom-fields.js';
import { extensionPointOf } from '../../kernel/schema/extensible.decorator.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { takeMembers } from './request-parameters.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { Clock } from '../../kernel/time/clock.js';
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
} from './read-fields.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import type { Message } from '../../kernel/language/message.js';
import { ReferenceChecker } from './reference-checker.js';
import { ruleErrors } from '../../kernel/schema/rules.js';

interface ReadResult {
  readonly dto: Record<string, unknown>;
  readonly errors: Record<string, Message>;
}

/** Reads parameters into a DTO, and the objects among them into theirs. */
@Injectable()
export class DtoReader {
  constructor(
    private readonly referenceChecker: ReferenceChecker,
    private readonly clock: Clock,
    private readonly extensions: RecordExtensions,
    private readonly customFields: TypedCustomFields,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
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
    await this.readCustomFields(metatype, input, own);
    Object.assign(own.errors, unknownParameters(input, [metatype, ...extensionParts], this.extraNames(metatype)));
    return own;
  }

  /** What the values are wrong together, as far as they are fine by themselves. */
  checkRules(metatype: Type, { language }: ParameterInput, { dto, errors }: ReadResult): FieldErrors {
    const context = { isCreate: !isPartial(metatype), timezone: this.configuration.TIMEZONE, language };
    const parts = [metatype, ...this.extensions.partsFor(metatype)];
    return Object.assign(
      {},
      ...parts.map((part) => ruleErrors(part, omitInvalid(dto, errors), context)),
    ) as FieldErrors;
  }

  /** Reads `custom_fields` by what extensions declare of them. */
  private async readCustomFields(metatype: Type, input: ParameterInput, { dto, errors }: ReadResult): Promise<void> {
    const point = extensionPointOf(metatype);
    if (!point || errors['custom_fields'] || this.customFields.classesOf(point.kind).length === 0) return;
    const isUpdate = isPartial(metatype);
    const read = (type: Type, values: ReadonlyMap<string, unknown>) =>
      this.readPart(type, { ...input, values }, isUpdate);
    if (point.part === 'query') {
      const filters = input.values.get('custom_fields');
      const members = asObject(filters);
      const isText = filters !== undefined && filters !== '' && filters !== members;
      if (isText && this.customFields.filtersOf(point.kind).length > 0)
        errors['custom_fields'] = { key: 'validation.object' };
      const { values, errors: memberErrors } = await this.customFields.readFilters(point.kind, members, read);
      if (Object.keys(values).length > 0) dto['custom_fields'] = values;
      Object.assign(errors, memberErrors, input.isStrict ? unknownMembers(this.customFields, point.kind, members) : {});
    } else if (dto['custom_fields'] !== undefined || !isUpdate) {
      const members = asObject(dto['custom_fields']);
      const { values, errors: memberErrors } = await this.customFields.read(point.kind, members, isUpdate, read);
      if (dto['custom_fields'] !== undefined || Object.keys(values).length > 0) dto['custom_fields'] = values;
      Object.assign(errors, memberErrors);
    }
  }

  private extraNames(metatype: Type): readonly string[] {
    const point = extensionPointOf(metatype);
    const isFiltered = point?.part === 'query' && this.customFields.filtersOf(point.kind).length > 0;
    return [...this.extensions.extraViewMembers(metatype), ...(isFiltered ? ['custom_fields'] : [])];
  }

  private async readPart(metatype: Type, input: ParameterInput, partial: boolean): Promise<ReadResult> {
    const dto = new metatype() as Record<string, unknown>;
    // Without a prototype: a client may send `__proto__` as a parameter name.
    const errors = Object.create(null) as Record<string, Message>;
    const add = (more: FieldErrors) => void Object.assign(errors, more);
    const reference = { nowMs: this.clock.now(), zone: this.configuration.TIMEZONE };
    add(readFields(input, metatype, dto, reference, partial));
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
        if (element === null || typeof element !== 'object' || Array.isArray(element)) continue;
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

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const unknownMembers = (
  fields: TypedCustomFields,
  kind: RecordKind,
  members: Readonly<Record<string, unknown>>,
): FieldErrors =>
  Object.fromEntries(
    fields
      .unknownFilters(kind, members)
      .map((name) => [`custom_fields.${name}`, { key: 'validation.unknown_parameter' }]),
  );

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
