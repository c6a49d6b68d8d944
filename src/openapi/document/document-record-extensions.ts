import { Injectable, type Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { DeclaredRoute } from '../../http/routes/declared-routes.js';
import { RouteTable } from '../../http/routes/route-table.js';
import { collectExtensibleClasses, parameterTypes } from '../../kernel/schema/collect-extensible-classes.js';
import { extensionPointOf } from '../../kernel/schema/extensible.decorator.js';
import { TypedCustomFields } from '../../records/extension-points/typed-custom-fields.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { fieldsOf, isPartial, type Field } from '../../kernel/schema/field.js';
import { OPERATION_METHODS, type ParameterObject } from './document-parts.js';
import { sampleOf, type Schema } from './schema-samples.js';

interface ObjectSchema {
  properties?: Record<string, Schema>;
  required?: string[];
}

interface OperationObject {
  parameters?: ParameterObject[];
}

/** How the members of a schema are used. Views are served; the others are sent. */
type SchemaUse = 'create' | 'update' | 'view';

/** Documents what extensions add: to DTOs and views, each member; to lists, each parameter. */
@Injectable()
export class DocumentRecordExtensions {
  constructor(
    private readonly routes: RouteTable,
    private readonly extensions: RecordExtensions,
    private readonly customFields: TypedCustomFields,
  ) {}

  /** The kinds of the application. */
  get kinds(): readonly RecordKind[] {
    return this.extensions.kinds;
  }

  /** The classes of extensions. A document needs their schemas before {@link addTo}. */
  get classes(): Type[] {
    return [...this.extensions.classes, ...this.customFields.classes];
  }

  /** Adds to the schemas and operations of a document what extensions add to them. */
  addTo(document: OpenAPIObject): void {
    const schemas = (document.components?.schemas ?? {}) as Record<string, ObjectSchema>;
    const routes = this.routes.declared();
    const classesAt = collectExtensibleClasses(new Set(routes.map(({ controller }) => controller)));
    for (const dto of classesAt({})) this.addMembers(schemas, dto);
    for (const route of routes) this.addListParameters(document, route);
    this.removeMergedSchemas(document, schemas);
  }

  private addMembers(schemas: Readonly<Record<string, ObjectSchema>>, dto: Type): void {
    const point = extensionPointOf(dto);
    if (!point || point.part === 'query') return;
    const schema = schemas[dto.name];
    for (const part of this.extensions.partsFor(dto)) mergeSchema(schema, schemas[part.name], isPartial(dto));
    const typed = this.customFields.classesOf(point.kind).map(({ name }) => schemas[name] ?? {});
    const inputUse = isPartial(dto) ? 'update' : 'create';
    describeCustomFields(schema, typed, point.part === 'view' ? 'view' : inputUse);
  }

  private addListParameters(document: OpenAPIObject, route: DeclaredRoute): void {
    const operation = findOperation(document, route);
    const query = extensibleParameterTypes(route).find((type) => extensionPointOf(type)?.part === 'query');
    if (!operation || !query) return;
    addParameters(operation, query, this.extensions);
    addCustomFieldFilters(operation, query, this.customFields);
  }

  /** They have become parts of others. Those that a route refers to stay. */
  private removeMergedSchemas(document: OpenAPIObject, schemas: Record<string, ObjectSchema>): void {
    const parts = new Set(this.classes.map(({ name }) => name));
    const others = Object.fromEntries(Object.entries(schemas).filter(([name]) => !parts.has(name)));
    const remainingDocument = JSON.stringify([document.paths, others]);
    for (const name of parts) if (!remainingDocument.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
}

const extensibleParameterTypes = ({ controller, name }: DeclaredRoute): Type[] =>
  parameterTypes(controller.prototype as object, name).filter((type) => extensionPointOf(type) !== undefined);

function mergeSchema(schema: ObjectSchema | undefined, added: ObjectSchema | undefined, isUpdate: boolean): void {
  if (!schema || !added) return;
  schema.properties = { ...schema.properties, ...added.properties };
  if (!isUpdate && added.required) schema.required = [...(schema.required ?? []), ...added.required];
}

/** Those that are declared have types, and are served with every record; others may be there. */
function describeCustomFields(schema: ObjectSchema | undefined, typed: readonly ObjectSchema[], use: SchemaUse): void {
  const member = schema?.properties?.['custom_fields'];
  if (!schema || !member || typed.length === 0) return;
  const own = customFieldsSchema(member, typed, use);
  const isRequired = use === 'create' && 'required' in own;
  schema.properties = { ...schema.properties, custom_fields: isRequired ? { ...own, type: 'object' } : own };
  if (isRequired) schema.required = [...(schema.required ?? []), 'custom_fields'];
}

function customFieldsSchema(member: Schema, typed: readonly ObjectSchema[], use: SchemaUse) {
  const declared = Object.assign({}, ...typed.map((each) => each.properties)) as Record<string, Schema>;
  const nullable = Object.fromEntries(Object.entries(declared).map(([name, each]) => [name, toNullable(each)]));
  const properties = use === 'create' ? declared : nullable;
  const created = typed.flatMap((each) => each.required ?? []);
  const required = { create: created, update: [], view: Object.keys(declared) }[use];
  return {
    ...member,
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...examplesOf(member, properties),
  };
}

/** The example of what is not declared, and with it one of each that is. */
function examplesOf(member: Schema, properties: Readonly<Record<string, Schema>>): object {
  const declared = sampleOf({ properties }, {}) as object;
  return { examples: [{ ...(member.examples?.[0] as object | undefined), ...declared }] };
}

/** A record may be older than a custom field that is required. */
function toNullable(schema: Schema): Schema {
  const { type = [], enum: values } = schema;
  const types = [type].flat();
  if (types.includes('null')) return schema;
  return { ...schema, type: [...types, 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

function addCustomFieldFilters(operation: OperationObject, query: Type, customFields: TypedCustomFields): void {
  const kind = extensionPointOf(query)?.kind;
  const filters = kind ? customFields.filtersOf(kind) : [];
  if (filters.length === 0) return;
  const properties = filters.map(({ name, schema: { required: _required, ...schema } }) => [name, schema]);
  const parameter = {
    name: 'custom_fields',
    in: 'query',
    required: false,
    description: 'fields.custom_fields_filter',
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', properties: Object.fromEntries(properties) as unknown },
  };
  operation.parameters = [parameter, ...(operation.parameters ?? [])].toSorted(headersLast);
}

const headersLast = (one: ParameterObject, other: ParameterObject): number =>
  Number(one.in === 'header') - Number(other.in === 'header');

function findOperation({ paths }: OpenAPIObject, { path, method }: DeclaredRoute): OperationObject | undefined {
  const item = paths[path.replace(/:(\w+)/g, '{$1}')];
  const name = OPERATION_METHODS.find((each) => each === method.toLowerCase());
  return name && (item?.[name] as OperationObject | undefined);
}

function addParameters(operation: OperationObject, query: Type, extensions: RecordExtensions): void {
  const all = operation.parameters ?? [];
  const own = all.filter((parameter) => parameter.in !== 'header');
  const orders = own.find(({ name }) => name === 'orderby')?.schema?.['enum'];
  if (Array.isArray(orders)) orders.push(...extensions.sortNamesFor(query));
  const added = extensions.partsFor(query).flatMap(fieldsOf).map(toParameterObject);
  operation.parameters = [...own, ...added, ...all.filter((each) => !own.includes(each))];
}

function toParameterObject({ name, schema: documented }: Field): ParameterObject {
  const {
    description,
    required: _required,
    ...schema
  } = documented as Schema & { description: string; required?: boolean };
  const style = 'items' in schema ? { style: 'form', explode: false } : {};
  return { name, in: 'query', required: false, description, schema, ...style };
}
