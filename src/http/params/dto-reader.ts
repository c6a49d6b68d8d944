import { Injectable, type Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import { acceptedViewMembers, fieldsOf, isPartialDto, type Field } from '../../kernel/schema/field.js';
import { keywordParser } from '../../kernel/schema/fields.js';
import { MAX_LIST_VALUES } from '../../kernel/schema/limits.js';
import { InvalidValue, isJsonObject } from '../../kernel/schema/parsers.js';
import { hasRules, ruleErrors } from '../../kernel/schema/rules.js';
import { ReadScopeFactory } from '../../records/crud/read-scope.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { CustomFieldsReader } from './custom-fields-reader.js';
import { FIELDS_PARAMETER } from './fields-parameter.js';
import { classValidatorErrors, readFields, type DtoReadResult } from './read-fields.js';
import { ReferenceResolver } from './reference-resolver.js';
import { dropExcess, type RequestInput } from './request-parameters.js';

/** A DTO class with the classes that extensions add to it. */
interface DtoPlan {
  readonly fields: readonly Field[];
  readonly validatedClasses: readonly Type[];
  readonly classesWithRules: readonly Type[];
  /** Names that strict requests may send. */
  readonly knownNames: ReadonlySet<string>;
}

/** Reads parameters into a DTO, and objects among them into DTOs of their own. */
@Injectable()
export class DtoReader {
  private readonly plans = new Map<Type, DtoPlan>();

  constructor(
    private readonly referenceResolver: ReferenceResolver,
    private readonly scopes: ReadScopeFactory,
    private readonly extensions: RecordExtensions,
    private readonly customFields: CustomFieldsReader,
  ) {}

  /**
   * Parses and checks each parameter, fills in defaults and looks up ids. {@link findRuleErrors} checks the parameters together.
   * @throws {ApiError} `unauthorized`, `forbidden` for values that the caller may not send
   */
  async read(type: Type, input: RequestInput, isPartial: boolean = isPartialDto(type)): Promise<DtoReadResult> {
    const { fields, validatedClasses, knownNames } = this.planOf(type);
    const values = readFields(fields, input, this.scopes.referenceTime, isPartial);
    const result = { dto: Object.assign(new type() as DtoReadResult['dto'], values.dto), errors: values.errors };
    for (const validated of validatedClasses)
      Object.assign(
        result.errors,
        await classValidatorErrors(Object.assign(new validated(), values.dto), result.errors),
      );
    for (const { name, nested } of fields) if (nested) await this.readObjects(name, nested, input, result);
    await this.referenceResolver.resolve(input.context, fields, result);
    await this.customFields.read(type, input, result, (custom, members) =>
      this.read(custom, input.withValues(members, `${input.path}custom_fields.`), isPartial),
    );
    if (input.parameters.isStrict) Object.assign(result.errors, unknownParameterErrors(knownNames, input));
    return result;
  }

  /** The names of the parameters of a DTO, with those that extensions add. */
  parameterNamesOf(type: Type): ReadonlySet<string> {
    return this.planOf(type).knownNames;
  }

  /** The errors of valid values that contradict each other. */
  findRuleErrors(type: Type, { context: { language } }: RequestInput, { dto, errors }: DtoReadResult): FieldErrors {
    const { classesWithRules } = this.planOf(type);
    if (classesWithRules.length === 0) return {};
    const values = Object.fromEntries(Object.entries(dto).filter(([name]) => !Object.hasOwn(errors, name)));
    const timezone = this.scopes.referenceTime.zone;
    const context = { isCreate: !isPartialDto(type), timezone, language, kinds: this.extensions.allKinds };
    const all = classesWithRules.map((each) => ruleErrors(each, values, context));
    return Object.assign({}, ...all) as FieldErrors;
  }

  /**
   * The errors of terms to link. A write without other errors finds them when it links the terms; otherwise they are
   * reported with the other errors.
   */
  findTermErrors(type: Type, { context }: RequestInput, result: DtoReadResult): Promise<FieldErrors> {
    return this.referenceResolver.findTermErrors(context, this.planOf(type).fields, result);
  }

  /** Extensions are complete before the first request, so that a plan stays valid. */
  private planOf(type: Type): DtoPlan {
    const cached = this.plans.get(type);
    if (cached) return cached;
    const classes = [type, ...this.extensions.extensionClassesFor(type)];
    const sortNames = this.extensions.sortNamesFor(type);
    const fields = classes.flatMap(fieldsOf).map((field) => withSortNames(field, sortNames));
    const plan: DtoPlan = {
      fields,
      validatedClasses: classes.filter(hasValidatorDecorators),
      classesWithRules: classes.filter(hasRules),
      knownNames: new Set([
        ...fields.flatMap(({ name, isHeader }) => (isHeader ? [] : [name])),
        ...classes.flatMap(acceptedViewMembers),
        ...this.extensions.extraViewMembers(type),
        ...(this.customFields.acceptsFilters(type) ? ['custom_fields'] : []),
      ]),
    };
    this.plans.set(type, plan);
    return plan;
  }

  /** Replaces objects in a list by DTOs. The names of their errors contain the path: `venue.website`, `venue[0].website`. */
  private async readObjects(
    name: string,
    type: Type,
    input: RequestInput,
    { dto, errors }: DtoReadResult,
  ): Promise<void> {
    const list = dto[name];
    if (!Array.isArray(list) || list.length > MAX_LIST_VALUES) return;
    for (const [index, element] of (list as unknown[]).entries()) {
      if (!isJsonObject(element) || element instanceof InvalidValue) continue;
      const excessErrors = Object.create(null) as FieldErrors;
      const members = new Map(Object.entries(element));
      dropExcess(members, excessErrors);
      const path = Array.isArray(input.parameters.values.get(name)) ? `${name}[${index}].` : `${name}.`;
      const result = await this.read(type, input.withValues(members, path));
      const all = { ...this.findRuleErrors(type, input, result), ...result.errors, ...excessErrors };
      for (const [member, error] of Object.entries(all)) errors[`${path}${member}`] = error;
      list[index] = result.dto;
    }
  }
}

function withSortNames(field: Field, sortNames: readonly string[]): Field {
  if (field.name !== 'orderby' || sortNames.length === 0) return field;
  const { enum: values = [] } = field.schema as { enum?: string[] };
  return { ...field, parse: keywordParser([...values, ...sortNames]) };
}

/** `PartialType` marks every property as optional, which checks nothing. */
const hasValidatorDecorators = (type: Type): boolean =>
  getMetadataStorage()
    .getTargetValidationMetadatas(type, '', true, false)
    .some((decorator) => decorator.type !== 'conditionalValidation');

function unknownParameterErrors(known: ReadonlySet<string>, { parameters, selection }: RequestInput): FieldErrors {
  const unknown = [...parameters.values.keys()].filter(
    (name) => !known.has(name) && !(selection && name === FIELDS_PARAMETER),
  );
  return Object.fromEntries(unknown.map((name) => [name, { key: 'validation.unknown_parameter' }]));
}
