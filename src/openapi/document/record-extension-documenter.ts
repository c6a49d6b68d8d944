import { Injectable, type Type } from '@nestjs/common';
import { AuditEntryView } from '../../accounts/dto/audit-entry.view.js';
import { fieldSchema, parameterDocs } from '../../http/routes/parameter-docs.js';
import { RouteTable, type DeclaredRoute } from '../../http/routes/route-table.js';
import { ADMIN_PATHS } from '../../kernel/context/namespace.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { collectExtensibleClasses, parameterTypes } from '../../kernel/schema/collect-extensible-classes.js';
import { extensionPointOf } from '../../kernel/schema/extensible.decorator.js';
import { fieldsOf, isPartialDto, type Field } from '../../kernel/schema/field.js';
import { auditedKinds } from '../../records/audit/audit-entry.entity.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { TypedCustomFields } from '../../records/extension-points/typed-custom-fields.js';
import { sampleOf } from './document-examples.js';
import type { DocumentObject, OperationObject, ParameterObject, PathItem, Schema, Schemas } from './document-parts.js';

/** Documents what extensions add: members of DTOs and views, parameters of lists, and kinds. */
@Injectable()
export class RecordExtensionDocumenter {
  constructor(
    private readonly routes: RouteTable,
    private readonly extensions: RecordExtensions,
    private readonly customFields: TypedCustomFields,
  ) {}

  get allKinds(): readonly RecordKind[] {
    return this.extensions.allKinds;
  }

  /** The DTO and view classes of extensions. {@link addTo} needs their schemas in the document. */
  get classes(): Type[] {
    return [...this.extensions.classes, ...this.customFields.classes];
  }

  addTo(document: DocumentObject): void {
    const routes = this.routes.declared();
    const dtos = collectExtensibleClasses(new Set(routes.map(({ controller }) => controller)))({});
    for (const dto of dtos) this.addMembers(document.components.schemas, dto);
    for (const route of routes) this.addListParameters(document, route);
    addAuditedKinds(document, auditedKinds(this.allKinds));
    this.removeMergedSchemas(document);
  }

  private addMembers(schemas: Schemas, dto: Type): void {
    const point = extensionPointOf(dto);
    const schema = schemas[dto.name];
    if (!point || !schema || point.part === 'query') return;
    for (const { name } of this.extensions.extensionClassesFor(dto)) {
      const { properties, required } = schemas[name] ?? {};
      schema.properties = { ...schema.properties, ...properties };
      if (!isPartialDto(dto)) addRequired(schema, required);
    }
    const classes = this.customFields.classesOf(point.kind).map(({ name }) => schemas[name] ?? {});
    const inputUse = isPartialDto(dto) ? 'update' : 'create';
    if (classes.length > 0) addCustomFields(schema, classes, point.part === 'view' ? 'view' : inputUse);
  }

  private addListParameters(document: DocumentObject, route: DeclaredRoute): void {
    const operation = findOperation(document, route);
    const types = parameterTypes(route.controller.prototype as object, route.name);
    const query = types.find((type) => extensionPointOf(type)?.part === 'query');
    const kind = query && extensionPointOf(query)?.kind;
    if (!operation || !kind) return;
    const { parameters = [] } = operation;
    const sort = parameters.find((each) => each.name === 'orderby');
    // Copied, because other operations share the schema.
    if (sort?.schema?.enum)
      sort.schema = { ...sort.schema, enum: [...sort.schema.enum, ...this.extensions.sortNamesFor(query)] };
    const fields = this.extensions.extensionClassesFor(query).flatMap(fieldsOf);
    operation.parameters = [
      ...customFieldsParameter(this.customFields.filtersOf(kind)),
      ...parameters.filter((each) => each.in !== 'header'),
      ...fields.map((field): ParameterObject => ({ in: 'query', ...parameterDocs(field) })),
      ...parameters.filter((each) => each.in === 'header'),
    ];
  }

  /** Removes schemas that were merged into others, unless a route or another schema refers to them. */
  private removeMergedSchemas({ paths, components: { schemas } }: DocumentObject): void {
    const extensionNames = new Set(this.classes.map(({ name }) => name));
    const keptSchemas = Object.entries(schemas).filter(([name]) => !extensionNames.has(name));
    const text = JSON.stringify([paths, keptSchemas]);
    for (const name of extensionNames) if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
}

const findOperation = ({ paths }: DocumentObject, { path, method }: DeclaredRoute): OperationObject | undefined =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as keyof PathItem];

function addAuditedKinds({ paths, components: { schemas } }: DocumentObject, kinds: string[]): void {
  const filter = paths[`/${ADMIN_PATHS.audit}`]?.get?.parameters?.find(({ name }) => name === 'kind');
  for (const schema of [schemas[AuditEntryView.name]?.properties?.['kind'], filter?.schema?.items])
    if (schema) schema.enum = kinds;
}

function addRequired(schema: Schema, names: readonly string[] = []): void {
  if (names.length > 0) schema.required = [...(schema.required ?? []), ...names];
}

/**
 * Adds the declared custom fields of a kind to its member `custom_fields`. Views contain all of them, null if the record has no value.
 * Other custom fields remain possible.
 */
function addCustomFields(schema: Schema, classes: readonly Schema[], use: 'create' | 'update' | 'view'): void {
  const member = schema.properties?.['custom_fields'];
  if (!member) return;
  const declared = Object.assign({}, ...classes.map((each) => each.properties)) as Schemas;
  const nullable = Object.fromEntries(Object.entries(declared).map(([name, each]) => [name, toNullable(each)]));
  const properties = use === 'create' ? declared : nullable;
  const requiredOnCreate = classes.flatMap((each) => each.required ?? []);
  const required = { create: requiredOnCreate, update: [], view: Object.keys(declared) }[use];
  const example = { ...(member.examples?.[0] as object | undefined), ...(sampleOf({ properties }, {}) as object) };
  const extendedMember: Schema = { ...member, properties, examples: [example] };
  addRequired(extendedMember, required);
  schema.properties = { ...schema.properties, custom_fields: extendedMember };
  if (use !== 'create' || required.length === 0) return;
  extendedMember.type = 'object';
  addRequired(schema, ['custom_fields']);
}

function toNullable(schema: Schema): Schema {
  const { type = [], enum: values } = schema;
  const types = [type].flat();
  if (types.includes('null')) return schema;
  return { ...schema, type: [...types, 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

/** The parameter `custom_fields`, if the kind has filters by custom fields. */
function customFieldsParameter(filters: readonly Field[]): ParameterObject[] {
  if (filters.length === 0) return [];
  const properties = Object.fromEntries(filters.map((each) => [each.name, fieldSchema(each)]));
  return [
    {
      name: 'custom_fields',
      in: 'query',
      required: false,
      description: 'fields.custom_fields_filter',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', properties },
    },
  ];
}
