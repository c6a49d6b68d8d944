import type { DataOf, Page, QueryOf } from './operations.js';

/** Names of members, as the parameter `fields` accepts them. An empty list is the same as none: records have all their members. */
export type Fields = readonly string[];

/**
 * Data of a successful response if `fields` limits its records to `Selected`. If the compiler does not know the names, as with
 * `string[]`, every member except `id` is optional.
 */
export type SelectedDataOf<Operation, Selected extends Fields> = Selected extends readonly []
  ? DataOf<Operation>
  : SelectFromData<DataOf<Operation>, NameOf<Selected>>;

/** The names that an operation accepts in `fields`, on up to three levels: `title`, `venue.city`, `venue.image.url`. */
export type FieldNameOf<Operation> = 'fields' extends keyof QueryOf<Operation>
  ? NameIn<RecordIn<DataOf<Operation>>, [2, 3]>
  : never;

type RecordIn<Data> = Data extends Page ? Extract<Data[keyof Data], readonly object[]>[number] : Data;

type NameIn<Value, Levels extends readonly number[]> = Value extends readonly (infer Item)[]
  ? NameIn<Item, Levels>
  : Value extends object
    ? { [Key in keyof Value & string]: Key | NestedName<Key, Value[Key], Levels> }[keyof Value & string]
    : never;

type NestedName<Key extends string, Value, Levels extends readonly number[]> = Levels extends readonly [
  number,
  ...infer Deeper extends number[],
]
  ? `${Key}.${NameIn<Value, Deeper>}`
  : never;

/** The names as a union; `string` if not all are known, because the list is not a tuple or one of its elements has alternatives. */
type NameOf<Selected extends Fields> = number extends Selected['length']
  ? string
  : true extends { [Index in keyof Selected]: IsUnion<Selected[Index]> }[number]
    ? string
    : Selected[number];

type IsUnion<Name, All = Name> = Name extends unknown ? ([All] extends [Name] ? false : true) : never;

/** Selects from a record, or from each record of a list, whose other members stay unchanged. */
type SelectFromData<Data, Name extends string> = Data extends Page
  ? { [Key in keyof Data]: Data[Key] extends readonly (infer Item)[] ? SelectFromRecord<Item, Name>[] : Data[Key] }
  : SelectFromRecord<Data, Name>;

type SelectFromRecord<Item, Name extends string> = string extends Name
  ? Partly<Item> & Pick<Item, Extract<keyof Item, 'id'>>
  : Select<Item, Name | 'id'>;

/** A dot reaches into an object, or into each object of an array. Objects with arbitrary names, such as `custom_fields`, stay unchanged. */
type Select<Value, Name extends string> = string extends Name
  ? Partly<Value>
  : Value extends readonly (infer Item)[]
    ? Select<Item, Name>[]
    : Value extends object
      ? string extends keyof Value
        ? Value
        : {
            [Key in keyof Value as Extract<Key, FirstOf<Name>>]: Key extends Name
              ? Value[Key]
              : Select<Value[Key], RestOf<Name, Key & string>>;
          }
      : Value;

type FirstOf<Name extends string> = Name extends `${infer First}.${string}` ? First : Name;

type RestOf<Name extends string, First extends string> = Name extends `${First}.${infer Rest}` ? Rest : never;

/** Each member, on every level, may be missing. */
type Partly<Value> = Value extends readonly (infer Item)[]
  ? Partly<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Partly<Value[Key]> }
    : Value;
