import { Inject, Injectable, type Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { CONFIGURATION, type Configuration } from '../../config/configuration.js';
import { notAllowed } from '../auth/permissions.js';
import type { Principal } from '../auth/principal.js';
import { TypedCustomFields } from '../custom-fields/typed-custom-fields.js';
import type { RequestLanguage } from '../language/languages.js';
import type { Message } from '../errors/api-error.js';
import { additionPointOf } from '../records/addition-points.js';
import { Additions } from '../records/additions.js';
import { firstMembers } from '../parameters/request-parameters.js';
import type { RecordKind } from '../records/kinds.js';
import { Clock } from '../time/clock.js';
import type { RelativeTo } from '../time/parse-relative-date-time.js';
import { toKeyword } from './coercion.js';
import { fieldsOf, isPartial, servedNames } from './field.js';
import { MOST_PARAMETERS, MOST_VALUES } from './limits.js';
import { References } from './references.js';
import { ruleProblems } from './rules.js';

/** What is wrong, by parameter. Without prototype: `__proto__` is a name that a client may send like any other. */
export type Problems = Record<string, Message>;

/** Parameters as sent, and what decides how they are read. */
export interface Sent {
  readonly values: ReadonlyMap<string, unknown>;
  /** Whether this is a create or an update, where an empty value clears a field. */
  readonly writes: boolean;
  /** Whether unknown parameters are errors. */
  readonly strict: boolean;
  readonly principal: Principal;
  readonly language: RequestLanguage;
  /** The value of a header of the request. */
  readonly header?: (name: string) => string | undefined;
}

interface Reading {
  readonly dto: Record<string, unknown>;
  readonly problems: Problems;
}

/** Reads parameters into a DTO, and the objects among them into theirs. */
@Injectable()
export class DtoReader {
  constructor(
    private readonly references: References,
    private readonly clock: Clock,
    private readonly additions: Additions,
    private readonly customFields: TypedCustomFields,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Coerces, fills the defaults, validates, and asks the database about ids. The DTO is good where there are no problems.
   * @throws {ApiError} `unauthorized`, `forbidden` for values that the sender may not send
   */
  async read(metatype: Type, sent: Sent): Promise<Reading> {
    const added = this.additions.partsOf(metatype);
    const order = addedOrder(sent, this.additions.ordersOf(metatype));
    const own = await this.readPart(metatype, order ? lacking(sent, 'orderby') : sent, isPartial(metatype));
    Object.assign(own.dto, order);
    for (const part of added) {
      const { dto, problems } = await this.readPart(part, sent, isPartial(metatype));
      Object.assign(own.dto, dto);
      Object.assign(own.problems, problems);
    }
    await this.readCustomFields(metatype, sent, own);
    Object.assign(own.problems, unknownParameters(sent, [metatype, ...added], this.knownBeside(metatype)));
    return own;
  }

  /** What the values are wrong together, as far as they are fine by themselves. */
  together(metatype: Type, { language }: Sent, { dto, problems }: Reading): Problems {
    const facts = { creates: !isPartial(metatype), timezone: this.configuration.TIMEZONE, language };
    const parts = [metatype, ...this.additions.partsOf(metatype)];
    return Object.assign({}, ...parts.map((part) => ruleProblems(part, without(dto, problems), facts))) as Problems;
  }

  /** Reads `custom_fields` by what extensions declare of them. */
  private async readCustomFields(metatype: Type, sent: Sent, { dto, problems }: Reading): Promise<void> {
    const point = additionPointOf(metatype);
    if (!point || problems['custom_fields'] || this.customFields.classesOf(point.kind).length === 0) return;
    const read = (type: Type, values: ReadonlyMap<string, unknown>) => this.readPart(type, { ...sent, values }, false);
    if (point.part === 'query') {
      const filters = sent.values.get('custom_fields');
      const members = sentObject(filters);
      const isText = filters !== undefined && filters !== '' && filters !== members;
      if (isText && this.customFields.filtersOf(point.kind).length > 0)
        problems['custom_fields'] = { key: 'validation.object' };
      const { values, problems: found } = await this.customFields.readFilters(point.kind, members, read);
      if (Object.keys(values).length > 0) dto['custom_fields'] = values;
      Object.assign(problems, found, sent.strict ? unknownMembers(this.customFields, point.kind, members) : {});
    } else if (dto['custom_fields'] !== undefined || !isPartial(metatype)) {
      const { values, problems: found } = await this.customFields.read(
        point.kind,
        sentObject(dto['custom_fields']),
        read,
      );
      if (dto['custom_fields'] !== undefined || Object.keys(values).length > 0) dto['custom_fields'] = values;
      Object.assign(problems, found);
    }
  }

  private knownBeside(metatype: Type): readonly string[] {
    const point = additionPointOf(metatype);
    const isFiltered = point?.part === 'query' && this.customFields.filtersOf(point.kind).length > 0;
    return [...this.additions.servedWith(metatype), ...(isFiltered ? ['custom_fields'] : [])];
  }

  private async readPart(metatype: Type, sent: Sent, partial: boolean): Promise<Reading> {
    const dto = new metatype() as Record<string, unknown>;
    const problems = Object.create(null) as Problems;
    const add = (more: Problems) => void Object.assign(problems, more);
    const present = { nowMs: this.clock.now(), zone: this.configuration.TIMEZONE };
    add(readFields(sent, metatype, dto, present, partial));
    // Of what nobody sent, there are only the defaults.
    if (sent.values.size > 0 || bringsHeaders(sent, metatype)) add(await validationProblems(dto, problems));
    add(await this.readObjects(metatype, sent, dto));
    const references = await this.references.judge(sent.principal, metatype, without(dto, problems));
    add(references.problems);
    return { dto: Object.assign(dto, references.filters), problems };
  }

  /** Replaces objects in lists by DTOs; their problems are named by where they stand: `venue.website`, `venue[0].website`. */
  private async readObjects(metatype: Type, sent: Sent, values: Record<string, unknown>): Promise<Problems> {
    const problems: Problems = {};
    for (const { name, nested } of fieldsOf(metatype)) {
      const list = values[name];
      if (!nested || !Array.isArray(list) || list.length > MOST_VALUES) continue;
      for (const [index, element] of (list as unknown[]).entries()) {
        if (element === null || typeof element !== 'object' || Array.isArray(element)) continue;
        const place = Array.isArray(sent.values.get(name)) ? `${name}[${index}]` : name;
        const { dto, problems: found } = await this.readObject(nested, sent, firstMembers(element));
        for (const [member, problem] of Object.entries(found)) problems[`${place}.${member}`] = problem;
        list[index] = dto;
      }
    }
    return problems;
  }

  private async readObject(
    nested: Type,
    sent: Sent,
    members: readonly [name: string, value: unknown][],
  ): Promise<Reading> {
    const reading = await this.read(nested, { ...sent, values: new Map(members.slice(0, MOST_PARAMETERS)) });
    const [excess] = members[MOST_PARAMETERS] ?? [];
    const tooMany = { key: 'validation.too_many_parameters', args: { most: MOST_PARAMETERS } };
    const problems = { ...this.together(nested, sent, reading), ...reading.problems };
    return { ...reading, problems: excess === undefined ? problems : { ...problems, [excess]: tooMany } };
  }
}

const sentObject = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const unknownMembers = (
  fields: TypedCustomFields,
  kind: RecordKind,
  members: Readonly<Record<string, unknown>>,
): Problems =>
  Object.fromEntries(
    fields
      .unknownFilters(kind, members)
      .map((name) => [`custom_fields.${name}`, { key: 'validation.unknown_parameter' }]),
  );

const bringsHeaders = ({ header }: Sent, metatype: Type): boolean =>
  fieldsOf(metatype).some((field) => field.header && header?.(field.name) !== undefined);

/** The value of `orderby`, where it is one that was added. */
function addedOrder({ values }: Sent, names: readonly string[]): { orderby: string } | undefined {
  const orderby = toKeyword(values.get('orderby'));
  const name = names.find((each) => each.toLowerCase() === orderby);
  return name === undefined ? undefined : { orderby: name };
}

const lacking = (sent: Sent, omitted: string): Sent => ({
  ...sent,
  values: new Map([...sent.values].filter(([name]) => name !== omitted)),
});

function readFields(
  sent: Sent,
  metatype: Type,
  dto: Record<string, unknown>,
  present: RelativeTo,
  partial: boolean,
): Problems {
  const problems: Problems = {};
  for (const field of fieldsOf(metatype)) {
    const { name, required, unless } = field;
    if (unless !== undefined && isGiven(sentValue(sent, unless))) continue;
    const value = field.header ? sent.header?.(name) : sentValue(sent, name);
    const coerced = value === undefined || isEmpty(value) ? undefined : field.coerce(value, present);
    const empty = isEmpty(value) || isEmpty(coerced);
    const cleared = sent.writes && value !== undefined && empty;
    // A create has nothing to clear: there, an empty value is as good as none.
    dto[name] = cleared && partial ? null : ((empty ? undefined : coerced) ?? field.defaultValue);
    if (dto[name] !== undefined && field.reserved?.(dto[name], sent.principal)) throw notAllowed(sent.principal);
    const missing = required && (cleared || (value === undefined && !partial));
    if (missing) problems[name] = { key: cleared && partial ? 'validation.empty' : 'validation.required' };
  }
  return problems;
}

const sentValue = ({ writes, values }: Sent, name: string): unknown =>
  writes ? values.get(name) : withoutEmptyTexts(values.get(name));

const isGiven = (value: unknown): boolean => value !== undefined && !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** In a read an empty text means "not given", also as one of several. */
const withoutEmptyTexts = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => each !== '') : value;

function unknownParameters({ strict, values }: Sent, parts: readonly Type[], served: readonly string[]): Problems {
  if (!strict) return {};
  const fields = parts.flatMap(fieldsOf).filter(({ header }) => !header);
  const names = new Set([...fields.map(({ name }) => name), ...parts.flatMap(servedNames), ...served]);
  const unknown = [...values.keys()].filter((name) => !names.has(name));
  return Object.fromEntries(unknown.map((name) => [name, { key: 'validation.unknown_parameter' }]));
}

async function validationProblems(dto: Record<string, unknown>, already: Problems): Promise<Problems> {
  const errors = await validate(dto, { stopAtFirstError: true, forbidUnknownValues: false });
  const further = errors.filter(({ property }) => !Object.hasOwn(already, property));
  return Object.fromEntries(further.map((error) => [error.property, problemOf(error)]));
}

function problemOf({ constraints = {}, contexts = {} }: ValidationError): Message {
  const [[kind, key] = ['', '']] = Object.entries(constraints);
  return { key, args: (contexts[kind] ?? {}) as Record<string, unknown> };
}

function without(dto: Record<string, unknown>, problems: Problems): Record<string, unknown> {
  return Object.fromEntries(Object.entries(dto).filter(([name]) => !Object.hasOwn(problems, name)));
}
