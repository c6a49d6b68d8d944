import { Inject, Injectable, type Type } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { TypedCustomFields } from '../../records/extension-points/typed-custom-fields.js';
import { additionPointOf } from '../../kernel/schema/addition-points.js';
import { Additions } from '../../records/extension-points/additions.js';
import { firstMembers } from './request-parameters.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { Clock } from '../../kernel/time/clock.js';
import { toKeyword } from '../../kernel/schema/coercion.js';
import { fieldsOf, isPartial } from '../../kernel/schema/field.js';
import { MOST_PARAMETERS, MOST_VALUES } from '../../kernel/schema/limits.js';
import {
  bringsHeaders,
  readFields,
  unknownParameters,
  validationProblems,
  without,
  type Problems,
  type Sent,
} from './read-fields.js';
import { References } from './references.js';
import { ruleProblems } from '../../kernel/schema/rules.js';

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
    nameOrders(own.problems, this.additions.ordersOf(metatype));
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
    const updates = isPartial(metatype);
    const read = (type: Type, values: ReadonlyMap<string, unknown>) =>
      this.readPart(type, { ...sent, values }, updates);
    if (point.part === 'query') {
      const filters = sent.values.get('custom_fields');
      const members = sentObject(filters);
      const isText = filters !== undefined && filters !== '' && filters !== members;
      if (isText && this.customFields.filtersOf(point.kind).length > 0)
        problems['custom_fields'] = { key: 'validation.object' };
      const { values, problems: found } = await this.customFields.readFilters(point.kind, members, read);
      if (Object.keys(values).length > 0) dto['custom_fields'] = values;
      Object.assign(problems, found, sent.strict ? unknownMembers(this.customFields, point.kind, members) : {});
    } else if (dto['custom_fields'] !== undefined || !updates) {
      const members = sentObject(dto['custom_fields']);
      const { values, problems: found } = await this.customFields.read(point.kind, members, updates, read);
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

/** The value of `orderby`, where it is one that was added. */
function addedOrder({ values }: Sent, names: readonly string[]): { orderby: string } | undefined {
  const orderby = toKeyword(values.get('orderby'));
  const name = names.find((each) => each.toLowerCase() === orderby);
  return name === undefined ? undefined : { orderby: name };
}

/** What `orderby` takes, wherever another is refused. */
function nameOrders(problems: Problems, added: readonly string[]): void {
  const { key = '', args } = problems['orderby'] ?? {};
  if (added.length === 0 || typeof args?.['values'] !== 'string') return;
  problems['orderby'] = { key, args: { ...args, values: [args['values'], ...added].join(', ') } };
}

const lacking = (sent: Sent, omitted: string): Sent => ({
  ...sent,
  values: new Map([...sent.values].filter(([name]) => name !== omitted)),
});
