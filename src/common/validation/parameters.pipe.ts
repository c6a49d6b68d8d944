import { Inject, Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { CONFIGURATION, type Configuration } from '../../config/configuration.js';
import { parameterError, type ApiError, type Message } from '../errors/api-error.js';
import { fieldsOf, isPartial, servedNames, type Field } from './field.js';
import { SentFields } from './fields.decorator.js';
import { References } from './references.js';
import { ruleProblems } from './rules.js';

type Problems = Record<string, Message>;

/**
 * Reads the parameters of a request into the handler's DTO: coerces, fills the defaults, validates, asks the database
 * about ids, lowers `per_page` to the most it may be, and reports everything that is wrong in one answer.
 */
@Injectable()
export class ParametersPipe implements PipeTransform {
  constructor(
    private readonly references: References,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async transform(value: unknown, { metatype }: ArgumentMetadata): Promise<unknown> {
    if (!(value instanceof SentFields) || !metatype) return value;
    const fields = fieldsOf(metatype);
    const dto = new metatype() as Record<string, unknown>;
    // Without prototype: `__proto__` is a name that a client may send like any other.
    const problems = Object.create(null) as Problems;
    Object.assign(problems, this.read(value, fields, dto, isPartial(metatype)), unknownParameters(value, metatype));
    Object.assign(problems, await validationProblems(dto, problems));
    Object.assign(problems, await this.references.problems(value.principal, metatype, without(dto, problems)));
    Object.assign(problems, value.parameters.problems);
    if (Object.keys(problems).length > 0) throw this.refusal(metatype, dto, problems);
    this.lowerPageSize(dto);
    return dto;
  }

  private read({ parameters }: SentFields, fields: readonly Field[], dto: Record<string, unknown>, partial: boolean) {
    const problems: Problems = {};
    for (const { name, coerce, required, defaultValue } of fields) {
      const sent = parameters.writes ? parameters.values.get(name) : withoutEmptyTexts(parameters.values.get(name));
      const coerced = sent === undefined || isEmpty(sent) ? undefined : coerce(sent);
      const empty = isEmpty(sent) || (!parameters.writes && isEmpty(coerced));
      const cleared = parameters.writes && sent !== undefined && (empty || coerced === '');
      if (cleared) dto[name] = null;
      else dto[name] = (empty ? undefined : coerced) ?? defaultValue;
      const missing = required && (cleared || (sent === undefined && !partial));
      if (missing) problems[name] = { key: cleared && partial ? 'validation.empty' : 'validation.required' };
    }
    return problems;
  }

  /** Says also what is wrong with several values together, as far as they are fine by themselves. */
  private refusal(metatype: Type, dto: Record<string, unknown>, problems: Problems): ApiError {
    const facts = { creates: !isPartial(metatype), timezone: this.configuration.TIMEZONE };
    return parameterError({ ...ruleProblems(metatype, without(dto, problems), facts), ...problems });
  }

  private lowerPageSize(dto: Record<string, unknown>): void {
    if (typeof dto['per_page'] === 'number')
      dto['per_page'] = Math.min(dto['per_page'], this.configuration.MAX_PER_PAGE);
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** In a read an empty text means "not given", also as one of several. */
const withoutEmptyTexts = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => each !== '') : value;

function unknownParameters({ parameters }: SentFields, metatype: Type): Problems {
  if (!parameters.strict) return {};
  const names = new Set([...fieldsOf(metatype).map(({ name }) => name), ...servedNames(metatype)]);
  const unknown = [...parameters.values.keys()].filter((name) => !names.has(name));
  return Object.fromEntries(unknown.map((name) => [name, { key: 'validation.unknown_parameter' }]));
}

async function validationProblems(dto: Record<string, unknown>, already: Problems): Promise<Problems> {
  const problems: Problems = {};
  const errors = await validate(dto, { stopAtFirstError: true, forbidUnknownValues: false });
  for (const error of errors) collect(error, '', problems);
  for (const name of Object.keys(already)) delete problems[name];
  return problems;
}

function collect(error: ValidationError, path: string, problems: Problems): void {
  const name =
    path === ''
      ? error.property
      : `${path}${/^\d+$/.test(error.property) ? `[${error.property}]` : `.${error.property}`}`;
  const [constraint] = Object.entries(error.constraints ?? {});
  if (constraint) {
    const [kind, key] = constraint;
    problems[name] = { key, args: (error.contexts?.[kind] ?? {}) as Record<string, unknown> };
  }
  for (const child of error.children ?? []) collect(child, name, problems);
}

function without(dto: Record<string, unknown>, problems: Problems): Record<string, unknown> {
  return Object.fromEntries(Object.entries(dto).filter(([name]) => !Object.hasOwn(problems, name)));
}
