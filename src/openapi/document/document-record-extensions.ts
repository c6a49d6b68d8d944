import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { DeclaredRoute } from '../../http/routes/declared-routes.js';
import { extensionPointOf, extensibleClasses } from '../../kernel/schema/extensible.decorator.js';
import type { TypedCustomFields } from '../../records/extension-points/typed-custom-fields.js';
import type { RecordExtensions } from '../../records/extension-points/record-extensions.js';
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

/** Says in a document what extensions add: to what is sent and served, each member; to lists, each parameter. */
export function documentRecordExtensions(
  document: OpenAPIObject,
  routes: readonly DeclaredRoute[],
  extensions: RecordExtensions,
  customFields: TypedCustomFields,
): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, ObjectSchema>;
  for (const dto of new Set([...routes.flatMap(extensibleParameterTypes), ...extensibleClasses({ part: 'view' })])) {
    const point = extensionPointOf(dto);
    if (!point || point.part === 'query') continue;
    for (const part of extensions.partsFor(dto)) mergeSchema(schemas[dto.name], schemas[part.name], isPartial(dto));
    const typed = customFields.classesOf(point.kind).map(({ name }) => schemas[name] ?? {});
    describeCustomFields(schemas[dto.name], typed, point.part === 'view', isPartial(dto));
  }
  for (const route of routes) {
    const operation = findOperation(document, route);
    const query = extensibleParameterTypes(route).find((type) => extensionPointOf(type)?.part === 'query');
    if (!operation || !query) continue;
    addParameters(operation, query, extensions);
    addCustomFieldFilters(operation, query, customFields);
  }
  // They have become parts of others, but where a route of its own speaks of one.
  const parts = new Set([...extensions.classes, ...customFields.classes].map(({ name }) => name));
  const others = Object.fromEntries(Object.entries(schemas).filter(([name]) => !parts.has(name)));
  const remainingDocument = JSON.stringify([document.paths, others]);
  for (const name of parts) if (!remainingDocument.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
}

const extensibleParameterTypes = ({ controller, name }: DeclaredRoute): Type[] =>
  ((Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as Type[]).filter(
    (type) => typeof type === 'function' && type.prototype !== undefined && extensionPointOf(type) !== undefined,
  );

function mergeSchema(schema: ObjectSchema | undefined, added: ObjectSchema | undefined, isUpdate: boolean): void {
  if (!schema || !added) return;
  schema.properties = { ...schema.properties, ...added.properties };
  if (!isUpdate && added.required) schema.required = [...(schema.required ?? []), ...added.required];
}

/** Those that are declared have types, and are served with every record; others may be there. */
function describeCustomFields(
  schema: ObjectSchema | undefined,
  typed: readonly ObjectSchema[],
  isServed: boolean,
  isUpdate: boolean,
): void {
  const member = schema?.properties?.['custom_fields'];
  if (!schema || !member || typed.length === 0) return;
  const declared = Object.assign({}, ...typed.map((each) => each.properties)) as Record<string, Schema>;
  const nullable = Object.fromEntries(Object.entries(declared).map(([name, each]) => [name, toNullable(each)]));
  const properties = isServed || isUpdate ? nullable : declared;
  const created = isUpdate ? [] : typed.flatMap((each) => each.required ?? []);
  const required = isServed ? Object.keys(properties) : created;
  const own = {
    ...member,
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...examplesOf(member, properties),
  };
  const isRequired = created.length > 0 && !isServed;
  schema.properties = { ...schema.properties, custom_fields: isRequired ? { ...own, type: 'object' } : own };
  if (isRequired) schema.required = [...(schema.required ?? []), 'custom_fields'];
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
