import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { sql, type AliasedRawBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { shownWhole } from '../auth/permissions.js';
import { TERM_PARTS, termCustomFields } from '../custom-fields/term-custom-fields.js';
import { TypedCustomFields } from '../custom-fields/typed-custom-fields.js';
import { OperatorError } from '../errors/operator-error.js';
import type { RequestContext } from '../http/request-context.js';
import type { SortKeys } from '../pagination/sort-key.js';
import { documentedMembers, fieldsOf } from '../validation/field.js';
import {
  additionOf,
  type AddedConditions,
  type AddedFilter,
  type AddedOrder,
  type AddedRow,
  type AddedTo,
  type Addition,
  type AdditionParts,
} from './addition.js';
import { additionFaults } from './addition-faults.js';
import { additionPointOf, type AdditionPoint } from './addition-points.js';
import { isNew } from './is-new.js';
import { CATEGORY, EVENT, TAG, type RecordKind } from './kinds.js';
import type { Reader } from './reader.js';

interface Found {
  readonly name: string;
  /** Tells it from others of that name. */
  readonly key: string;
  readonly kind: RecordKind;
  readonly parts: AdditionParts;
  readonly addition: Addition;
}

/** What the extensions of an application add to records. */
@Injectable()
export class Additions implements OnModuleInit {
  private found: readonly Found[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly customFields: TypedCustomFields,
  ) {}

  /** @throws {OperatorError} where something is added that is there already, or that nothing is made of */
  onModuleInit(): void {
    const faults = additionFaults(this.all);
    if (faults.length > 0) throw new OperatorError({ key: 'extensions.unusable' }, faults);
  }

  /** The classes of what is added to a DTO or view, by that class. */
  partsOf(dto: Type): readonly Type[] {
    const point = additionPointOf(dto);
    return point ? this.at(point).flatMap(({ parts }) => parts[point.part] ?? []) : [];
  }

  /** The classes of all that is added. */
  get classes(): readonly Type[] {
    return this.all.flatMap(({ parts: { input, query, view } }) =>
      [input, query, view].filter((each) => each !== undefined),
    );
  }

  /** The names of the members that are served beside those that the view of a DTO's records has. */
  servedWith(dto: Type): readonly string[] {
    const point = additionPointOf(dto);
    if (point?.part !== 'input') return [];
    return this.at(point).flatMap(({ parts: { view } }) => (view ? documentedMembers(view) : []));
  }

  /** The values that `orderby` has beside those of a list's DTO. */
  ordersOf(dto: Type): readonly string[] {
    const point = additionPointOf(dto);
    return point?.part === 'query' ? this.at(point).flatMap(({ parts }) => parts.orders ?? []) : [];
  }

  /** Whether anything is added to records of any kind, so that selects are others than without. */
  get key(): string {
    return this.all.map(({ key }) => key).join();
  }

  /** What is read with a record; nothing where nothing is added. */
  selection(kind: RecordKind, record: Omit<AddedTo, 'id'>): readonly AliasedRawBuilder<AddedRow, 'added'>[] {
    const members = this.of(kind).flatMap(({ key, addition }) => {
      const selected = addition.select?.(withId(record));
      return selected ? [sql`${sql.lit(key)}, ${selected}`] : [];
    });
    return members.length > 0 ? [sql<AddedRow>`json_build_object(${sql.join(members)})`.as('added')] : [];
  }

  /** The members that are added to a record. */
  members(context: RequestContext, kind: RecordKind, added: AddedRow | undefined): object {
    const all = this.of(kind).map(({ key, addition }) => addition.members?.(context, added?.[key] ?? undefined));
    return Object.assign({}, ...all) as object;
  }

  /** What a list has beside what its DTO knows: by what it can be put in order, and what it is asked for. */
  ofList(context: RequestContext, kind: RecordKind, record: Omit<AddedTo, 'id'>) {
    return {
      orders: this.orders(context, kind, record),
      filters: (query: object) => this.filters(context, kind, query, record),
    };
  }

  /** What a list is asked for beside what its DTO knows. */
  private filters(
    context: RequestContext,
    kind: RecordKind,
    query: object,
    record: Omit<AddedTo, 'id'>,
  ): AddedConditions {
    const asked = this.of(kind).flatMap(({ addition, parts }) =>
      parts.query && addition.filters ? addition.filters(context, ownOf(parts.query, query), withId(record)) : [],
    );
    const ofCustomFields = this.customFields
      .conditions(kind, (query as { custom_fields?: Readonly<Record<string, unknown>> }).custom_fields, record.alias)
      .map((is) => ({ is }));
    const all: AddedFilter[] = [...asked, ...ofCustomFields];
    const conditions = all.map(({ is, wanted = true }) => {
      const shown = kind === EVENT ? sql<SqlBool>`(${isWhole(record)} and ${is})` : is;
      return wanted ? shown : sql<SqlBool>`(${shown}) is not true`;
    });
    return {
      conditions,
      areSought: all.some(({ wanted = true }) => wanted),
      searchesFacts: this.customFields.areSearched(kind),
    };
  }

  /** By what a list can be put in order beside what its DTO knows. */
  private orders(context: RequestContext, kind: RecordKind, record: Omit<AddedTo, 'id'>): SortKeys<string> {
    const all = this.of(kind).flatMap(({ addition, parts: { orders = [] } }) =>
      orders.flatMap((name) => {
        const order = addition.orderBy?.(name, context, withId(record));
        return order ? [[name, sortKey(kind, order, record)] as const] : [];
      }),
    );
    return Object.fromEntries(all);
  }

  /** The custom fields of a record that a search looks into. */
  searchedTexts(kind: RecordKind, values: Readonly<Record<string, unknown>>): string[] {
    return this.customFields.searchedTexts(kind, values);
  }

  /** Writes what is sent beside what the DTO of the kind knows. */
  async write(
    em: EntityManager,
    context: RequestContext,
    kind: RecordKind,
    record: { readonly id: number },
    input: object,
  ): Promise<void> {
    for (const { addition, parts } of this.of(kind)) {
      if (addition.write && parts.input)
        await addition.write(em, context, record, ownOf(parts.input, input), isNew(em, record));
    }
  }

  private at({ kind }: AdditionPoint): readonly Found[] {
    return this.of(kind);
  }

  private of(kind: RecordKind): readonly Found[] {
    return this.all.filter((each) => each.kind === kind);
  }

  private get all(): readonly Found[] {
    return (this.found ??= [...this.discovered(), ...this.ofTerms()]);
  }

  /** Terms have custom fields where somebody declares some. */
  private ofTerms(): Found[] {
    const kinds = [CATEGORY, TAG].filter((kind) => this.customFields.classesOf(kind).length > 0);
    return kinds.map((kind) => ({
      name: 'custom_fields',
      key: 'custom_fields',
      kind,
      parts: TERM_PARTS,
      addition: termCustomFields((stored) => this.customFields.served(kind, stored)),
    }));
  }

  private discovered(): Found[] {
    return this.discovery.getProviders().flatMap(({ instance, metatype }) => {
      const said = metatype && additionOf(metatype);
      return said && instance
        ? [{ ...said, name: metatype.name, key: keyOf(metatype), addition: instance as Addition }]
        : [];
    });
  }
}

const keys = new WeakMap<object, string>();
let last = 0;

/** The same for a class as long as the process lives: what is read for one of that name is not another's. */
function keyOf(type: { readonly name: string }): string {
  const key = keys.get(type) ?? `${type.name}#${(last += 1)}`;
  keys.set(type, key);
  return key;
}

const withId = (record: Omit<AddedTo, 'id'>): AddedTo => ({ ...record, id: sql.ref<number>(`${record.alias}.id`) });

/** What is sent of the fields of a class. */
const ownOf = (dto: Type, values: object): object =>
  Object.fromEntries(fieldsOf(dto).map(({ name }) => [name, (values as Record<string, unknown>)[name]]));

const isWhole = ({ requester, alias, now }: Omit<AddedTo, 'id'>): RawBuilder<SqlBool> =>
  shownWhole(requester, alias, now);

function sortKey(kind: RecordKind, { expression, hidden, type, usually }: AddedOrder, record: Omit<AddedTo, 'id'>) {
  const present = sql`coalesce(${expression}, ${hidden})`;
  const shown = kind === EVENT ? sql`case when ${isWhole(record)} then ${present} else ${hidden} end` : present;
  return { expression: shown, type, ...(usually ? { usually } : {}) };
}

/** What extensions add to a select of records, by the alias of their table: nothing where there are none. */
export function addedTo(
  { additions, requester, asked, now }: Reader,
  kind: RecordKind,
  alias: string,
): readonly AliasedRawBuilder<AddedRow, 'added'>[] {
  return additions.selection(kind, { requester, asked, now, alias });
}
