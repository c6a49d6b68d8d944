import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { sql, type AliasedRawBuilder, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { shownWhole, type Requester } from '../auth/permissions.js';
import { TERM_PARTS, termCustomFields } from '../custom-fields/term-custom-fields.js';
import { TypedCustomFields } from '../custom-fields/typed-custom-fields.js';
import { OperatorError } from '../errors/operator-error.js';
import type { RequestContext } from '../http/request-context.js';
import type { Language } from '../language/languages.js';
import type { Direction, SortKey, SortKeys } from '../pagination/sort-key.js';
import { documentedMembers, fieldsOf } from '../validation/field.js';
import { additionFaults } from './addition-faults.js';
import { additionPointOf, type AdditionPoint } from './addition-points.js';
import { isNew } from './is-new.js';
import { CATEGORY, EVENT, TAG, type RecordKind } from './kinds.js';
import type { Reader } from './reader.js';

/** What an addition consists of, in parts that clients see. Every part may be left out. */
export interface AdditionParts {
  /** The class of the fields that creates and updates take beside those of the kind. */
  readonly input?: Type;
  /** The class of the parameters that its list takes. */
  readonly query?: Type;
  /** By what its list can be ordered, as values of `orderby`. */
  readonly orders?: readonly string[];
  /** The class of the members that every record is served with. */
  readonly view?: Type;
}

/** The row of a record in a statement, and who asks for it. */
export interface AddedTo {
  /** The record's id. */
  readonly id: Expression<number>;
  /** The alias of the record's table. */
  readonly alias: string;
  /** Who asks: his role, and his id as it is filled in. */
  readonly requester: Requester;
  /** The language asked for. */
  readonly asked: Language;
  /** The present, by the database's clock. */
  readonly now: RawBuilder<Date>;
}

/** A condition that a list is filtered by. */
export interface AddedFilter {
  /** Whether a record has what is looked for. Of an event that a password protects nobody is told, but those who may edit it. */
  readonly is: RawBuilder<SqlBool>;
  /** Whether those are wanted that have it, or those that have not; true where nothing is said. */
  readonly wanted?: boolean;
}

/** What additions ask of a list. */
export interface AddedConditions {
  readonly conditions: readonly RawBuilder<SqlBool>[];
  /** Whether records are looked for by what they have, rather than by what they have not. */
  readonly areSought: boolean;
  /** Whether a search looks into custom fields. */
  readonly searchesFacts: boolean;
}

/** What a list is put in order by. */
export interface AddedOrder extends Pick<SortKey, 'expression' | 'type'> {
  /** What stands for it where a password hides it, and where there is none: never null. */
  readonly hidden: RawBuilder<unknown>;
  /** The direction where the request names none; `asc` where nothing is said. */
  readonly usually?: Direction;
}

/**
 * Adds to what records of a kind are read, listed and written with. A provider of an extension, with {@link AddsTo} above it.
 * @example
 * ```ts
 * @AddsTo(EVENT, { input: SpeakersInput, query: SpeakersFilter, view: SpeakersView })
 * export class SpeakersOfEvents implements Addition<SpeakersView, SpeakersInput, SpeakersFilter, SpeakerRow[]> { … }
 * ```
 */
export interface Addition<
  View extends object = object,
  Input extends object = object,
  Query extends object = object,
  Stored = unknown,
> {
  /** What is read with each record, as JSON, in the very statement that reads the record. It is to hold no values, as it serves others too. */
  select?(record: AddedTo): RawBuilder<Stored> | Expression<Stored>;
  /** The members that a record is served with; where a password hides them, there is nothing `stored`, and each is empty by its type. */
  members?(context: RequestContext, stored: Stored | undefined): View;
  /** What the parameters of a list ask for. */
  filters?(context: RequestContext, query: Partial<Query>, record: AddedTo): readonly AddedFilter[];
  /** By what one of the `orders` puts a list in order. */
  orderBy?(name: string, context: RequestContext, record: AddedTo): AddedOrder;
  /**
   * Writes what is sent, within the transaction of the write. What is to be stored is persisted; the flush is not this method's.
   * @throws {ApiError} where the write is to be refused; nothing of it is stored then
   */
  write?(
    em: EntityManager,
    context: RequestContext,
    record: { readonly id: number },
    input: Partial<Input>,
    creates: boolean,
  ): void | Promise<void>;
}

interface Found {
  readonly name: string;
  readonly kind: RecordKind;
  readonly parts: AdditionParts;
  readonly addition: Addition;
}

/** What was read of additions with a record, by their names; null where a password hides it. */
export type AddedRow = Readonly<Record<string, unknown>> | null;

const ADDS_TO = Symbol('calendar:adds-to');

/** Says to which kind a provider adds, and what clients see of it. */
export function AddsTo(kind: RecordKind, parts: AdditionParts = {}): ClassDecorator {
  return (target) => {
    Injectable()(target);
    Reflect.defineMetadata(ADDS_TO, { kind, parts }, target);
  };
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
    return this.all.map(({ name }) => name).join();
  }

  /** What is read with a record; nothing where nothing is added. */
  selection(kind: RecordKind, record: Omit<AddedTo, 'id'>): readonly AliasedRawBuilder<AddedRow, 'added'>[] {
    const members = this.of(kind).flatMap(({ name, addition }) => {
      const selected = addition.select?.(withId(record));
      return selected ? [sql`${sql.lit(name)}, ${selected}`] : [];
    });
    return members.length > 0 ? [sql<AddedRow>`json_build_object(${sql.join(members)})`.as('added')] : [];
  }

  /** The members that are added to a record. */
  members(context: RequestContext, kind: RecordKind, added: AddedRow | undefined): object {
    const all = this.of(kind).map(({ name, addition }) => addition.members?.(context, added?.[name] ?? undefined));
    return Object.assign({}, ...all) as object;
  }

  /** What a list is asked for beside what its DTO knows. */
  filters(context: RequestContext, kind: RecordKind, query: object, record: Omit<AddedTo, 'id'>): AddedConditions {
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
  orders(context: RequestContext, kind: RecordKind, record: Omit<AddedTo, 'id'>): SortKeys<string> {
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
      kind,
      parts: TERM_PARTS,
      addition: termCustomFields((stored) => this.customFields.served(kind, stored)),
    }));
  }

  private discovered(): Found[] {
    return this.discovery.getProviders().flatMap(({ instance, metatype }) => {
      const said = metatype && (Reflect.getMetadata(ADDS_TO, metatype) as Pick<Found, 'kind' | 'parts'> | undefined);
      return said && instance ? [{ ...said, name: metatype.name, addition: instance as Addition }] : [];
    });
  }
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
