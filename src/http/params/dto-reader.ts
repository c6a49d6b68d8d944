import { Injectable, type Type } from '@nestjs/common';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import { toKeyword } from '../../kernel/schema/coercion.js';
import { acceptedViewMembers } from '../../kernel/schema/field.js';
import { MAX_LIST_VALUES, MAX_PARAMETERS } from '../../kernel/schema/limits.js';
import { ruleErrors, rulesOf } from '../../kernel/schema/rules.js';
import { ReadScopeFactory } from '../../records/crud/read-scope.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { CustomFieldsReader } from './custom-fields-reader.js';
import type { RequestInput } from './fields.decorator.js';
import { decoratorErrors, planOf, readFields, type DtoPlan, type ReadResult } from './read-fields.js';
import { FIELDS } from './field-selection.js';
import { ReferenceChecker } from './reference-checker.js';
import { takeMembers } from './request-parameters.js';

/** A DTO class with what extensions add to it. */
interface ExtendedPlan extends DtoPlan {
  readonly parts: readonly DtoPlan[];
  /** Values of `orderby` beside those of the DTO. */
  readonly sortNames: readonly string[];
  readonly hasRules: boolean;
}

/** Reads parameters into a DTO, and objects among them into theirs. */
@Injectable()
export class DtoReader {
  private readonly plans = new Map<Type, ExtendedPlan>();

  constructor(
    private readonly referenceChecker: ReferenceChecker,
    private readonly scopes: ReadScopeFactory,
    private readonly extensions: RecordExtensions,
    private readonly customFields: CustomFieldsReader,
  ) {}

  /**
   * Coerces and checks what was sent, fills in defaults and looks up ids. The DTO is valid if there are no errors.
   * @throws {ApiError} `unauthorized`, `forbidden` for values that the caller may not send
   */
  async read(type: Type, input: RequestInput): Promise<ReadResult> {
    const plan = this.planOf(type);
    const result = await this.readPart(plan, input, plan.isPartial);
    if (plan.sortNames.length > 0) readAddedOrder(result, input, plan.sortNames);
    for (const part of plan.parts) {
      const { dto, errors } = await this.readPart(part, input, plan.isPartial);
      Object.assign(result.dto, dto);
      Object.assign(result.errors, errors);
    }
    await this.customFields.read(type, input, result, (custom, values) =>
      this.readPart(this.planOf(custom), input.withValues(values), plan.isPartial),
    );
    if (input.parameters.isStrict) Object.assign(result.errors, this.unknownParameters(plan, input));
    return result;
  }

  /** The errors of values against each other, as far as they are valid by themselves. */
  checkRules(type: Type, { context: { language } }: RequestInput, { dto, errors }: ReadResult): FieldErrors {
    const { parts, isPartial, hasRules } = this.planOf(type);
    if (!hasRules) return {};
    const values = Object.fromEntries(Object.entries(dto).filter(([name]) => !Object.hasOwn(errors, name)));
    const timezone = this.scopes.referenceTime.zone;
    const context = { isCreate: !isPartial, timezone, language, kinds: this.extensions.kinds };
    const found = [type, ...parts.map((part) => part.type)].map((each) => ruleErrors(each, values, context));
    return Object.assign({}, ...found) as FieldErrors;
  }

  /** Extensions are complete before the first request, so that a plan stays valid. */
  private planOf(type: Type): ExtendedPlan {
    const known = this.plans.get(type);
    if (known) return known;
    const parts = this.extensions.extensionClassesFor(type).map(planOf);
    const hasRules = [type, ...parts.map((part) => part.type)].some(
      ({ prototype }) => rulesOf(prototype as object).length > 0,
    );
    const plan = { ...planOf(type), parts, sortNames: this.extensions.sortNamesFor(type), hasRules };
    this.plans.set(type, plan);
    return plan;
  }

  private async readPart(plan: DtoPlan, input: RequestInput, partial: boolean): Promise<ReadResult> {
    const result = readFields(plan, input, this.scopes.referenceTime, partial);
    const { dto, errors } = result;
    if (plan.usesClassValidator) Object.assign(errors, await decoratorErrors(dto, errors));
    if (plan.nested.length > 0) await this.readObjects(plan, input, result);
    if (plan.references.length > 0) await this.referenceChecker.check(input.context.principal, plan.references, result);
    return result;
  }

  /** Replaces objects in lists by DTOs. The path of an error names the object: `venue.website`, `venue[0].website`. */
  private async readObjects({ nested }: DtoPlan, input: RequestInput, { dto, errors }: ReadResult): Promise<void> {
    for (const { name, nested: type } of nested) {
      const list = dto[name];
      if (!type || !Array.isArray(list) || list.length > MAX_LIST_VALUES) continue;
      for (const [index, element] of (list as unknown[]).entries()) {
        if (!isJsonObject(element)) continue;
        const path = Array.isArray(input.parameters.values.get(name)) ? `${name}[${index}]` : name;
        const object = await this.readObject(type, input, takeMembers(element));
        for (const [member, error] of Object.entries(object.errors)) errors[`${path}.${member}`] = error;
        list[index] = object.dto;
      }
    }
  }

  private async readObject(
    type: Type,
    input: RequestInput,
    members: readonly [name: string, value: unknown][],
  ): Promise<ReadResult> {
    const result = await this.read(type, input.withValues(new Map(members.slice(0, MAX_PARAMETERS))));
    const [excess] = members[MAX_PARAMETERS] ?? [];
    if (excess !== undefined)
      result.errors[excess] = { key: 'validation.too_many_parameters', args: { max: MAX_PARAMETERS } };
    return { dto: result.dto, errors: { ...this.checkRules(type, input, result), ...result.errors } };
  }

  private unknownParameters(
    { type, fields, parts }: ExtendedPlan,
    { parameters, selection }: RequestInput,
  ): FieldErrors {
    const all = [fields, ...parts.map((part) => part.fields)].flat().filter(({ isHeader }) => !isHeader);
    const members = [type, ...parts.map((part) => part.type)].flatMap(acceptedViewMembers);
    const known = new Set([...all.map(({ name }) => name), ...members, ...this.extensions.extraViewMembers(type)]);
    if (this.customFields.acceptsFilters(type)) known.add('custom_fields');
    if (selection) known.add(FIELDS);
    const unknown = [...parameters.values.keys()].filter((name) => !known.has(name));
    return Object.fromEntries(unknown.map((name) => [name, { key: 'validation.unknown_parameter' }]));
  }
}

const isJsonObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Accepts the values of `orderby` that extensions add, and names them where another value is rejected. */
function readAddedOrder({ dto, errors }: ReadResult, { parameters }: RequestInput, names: readonly string[]): void {
  const { key = '', args } = errors['orderby'] ?? {};
  if (typeof args?.['values'] !== 'string') return;
  const sent = toKeyword(parameters.values.get('orderby'));
  const name = names.find((each) => each.toLowerCase() === sent);
  if (name !== undefined) {
    dto['orderby'] = name;
    delete errors['orderby'];
  } else {
    errors['orderby'] = { key, args: { ...args, values: [args['values'], ...names].join(', ') } };
  }
}
