import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { sql, type AliasedRawBuilder } from 'kysely';
import { TERM_PARTS, termCustomFields } from './term-custom-fields.js';
import { TypedCustomFields } from './typed-custom-fields.js';
import { OperatorError } from '../../kernel/errors/operator-error.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { documentedMembers } from '../../kernel/schema/field.js';
import { additionOf, type AddedRow, type AddedTo, type Addition, type AdditionParts } from './addition.js';
import { addedToList, ownOf, type AddedToList } from './added-to-list.js';
import { additionFaults, nameFaults } from './addition-faults.js';
import { additionPointOf } from '../../kernel/schema/addition-points.js';
import { isNew } from '../../persistence/transactions/is-new.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { kindOfTable, termKinds } from '../types/kinds.js';
import { assertLasting } from './lasting-provider.js';

type Json = Readonly<Record<string, unknown>>;

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
    private readonly typed: TypedCustomFields,
  ) {}

  /** @throws {OperatorError} where something is added that is there already, or that nothing is made of */
  onModuleInit(): void {
    const faults = [...additionFaults(this.all), ...nameFaults([...this.classes, ...this.typed.classes])];
    if (faults.length > 0) throw new OperatorError({ key: 'extensions.unusable' }, faults);
  }

  /** The classes of what is added to a DTO or view, by that class. */
  partsOf(dto: Type): readonly Type[] {
    const point = additionPointOf(dto);
    return point ? this.of(point.kind).flatMap(({ parts }) => parts[point.part] ?? []) : [];
  }

  /** The classes of all that is added. */
  get classes(): readonly Type[] {
    return this.all.flatMap(({ parts: { input, query, view } }) =>
      [input, query, view].filter((each) => each !== undefined),
    );
  }

  /** Each, with all that it may put a list of its kind in order by, for whoever tries them out. */
  *each(context: RequestContext, record: Omit<AddedTo, 'id'>) {
    for (const { name, kind, addition, parts } of this.all) {
      const to = withId(record);
      const orders = () => addedToList([{ addition, parts }], this.typed, { context, kind, record: to }).orders;
      yield { name, kind, orders, select: () => addition.select?.(to), named: parts.orders ?? [] };
    }
  }

  /** The names of the members that are served beside those that the view of a DTO's records has. */
  servedWith(dto: Type): readonly string[] {
    const point = additionPointOf(dto);
    if (point?.part !== 'input') return [];
    return this.of(point.kind).flatMap(({ parts: { view } }) => (view ? documentedMembers(view) : []));
  }

  /** The values that `orderby` has beside those of a list's DTO. */
  ordersOf(dto: Type): readonly string[] {
    const point = additionPointOf(dto);
    return point?.part === 'query' ? this.of(point.kind).flatMap(({ parts }) => parts.orders ?? []) : [];
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
  ofList(context: RequestContext, kind: RecordKind, record: Omit<AddedTo, 'id'>): AddedToList {
    const own = this.of(kind);
    if (own.length === 0 && this.typed.classesOf(kind).length === 0) return NOTHING_ADDED;
    return addedToList(own, this.typed, { context, kind, record: withId(record) });
  }

  /** The custom fields of a record that a search looks into. */
  searchedTexts(kind: RecordKind, values: Json): string[] {
    return this.typed.searchedTexts(kind, values);
  }

  /**
   * The custom fields of a record, once those that are sent are read.
   * @throws {ApiError} `invalid_parameter` where one that is required would be lost
   */
  customFields(em: EntityManager, record: { readonly customFields: Json }, sent: Json): Json {
    const kind = kindOfTable(em.getMetadata(record.constructor).tableName);
    return kind && !isNew(em, record) ? this.typed.kept(kind, record.customFields, sent) : sent;
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

  private of(kind: RecordKind): readonly Found[] {
    return this.all.filter((each) => each.kind === kind);
  }

  private get all(): readonly Found[] {
    return (this.found ??= [...this.discovered(), ...this.ofTerms()]);
  }

  /** Terms have custom fields where somebody declares some. */
  private ofTerms(): Found[] {
    const kinds = termKinds().filter((kind) => this.typed.classesOf(kind).length > 0);
    return kinds.map((kind) => ({
      name: 'custom_fields',
      key: 'custom_fields',
      kind,
      parts: TERM_PARTS,
      addition: termCustomFields((stored) => this.typed.served(kind, stored)),
    }));
  }

  private discovered(): Found[] {
    const seen = new Set<unknown>();
    return this.discovery.getProviders().flatMap((wrapper) => {
      const addition = wrapper.instance as (Addition & object) | null | undefined;
      const said = addition && typeof addition === 'object' && additionOf(addition.constructor);
      if (!said || seen.has(addition)) return [];
      seen.add(addition);
      assertLasting(wrapper);
      const type = addition.constructor;
      return [{ ...said, name: type.name, key: keyOf(type), addition }];
    });
  }
}

/** Most lists: no extension adds anything to them. */
const NOTHING_ADDED: AddedToList = {
  orders: {},
  filters: () => ({ conditions: [], areSought: false, searchesFacts: false }),
};

const keys = new WeakMap<object, string>();
let last = 0;

/** The same for a class as long as the process lives: what is read for one of that name is not another's. */
function keyOf(type: { readonly name: string }): string {
  const key = keys.get(type) ?? `${type.name}#${(last += 1)}`;
  keys.set(type, key);
  return key;
}

const withId = (record: Omit<AddedTo, 'id'>): AddedTo => ({ ...record, id: sql.ref<number>(`${record.alias}.id`) });
