import { LANGUAGES } from '../../kernel/language/languages.js';
import { operationsIn, type DocumentObject, type ParameterObject, type Schema } from './document-parts.js';

/** Suffixes of the classes that describe requests and responses. */
const CLASS_SUFFIX_PATTERN = /(View|Dto)$/;

/**
 * The document with schemas named for clients: `Event` for `EventView`, `CreateEvent` for `CreateEventDto`. A class of an extension that
 * is named `Event` becomes `EventSchema`. Two classes with suffixes, such as `EventView` and `EventDto`, keep their names.
 */
export function withoutClassSuffixes<Part extends Pick<DocumentObject, 'paths' | 'components'>>(document: Part): Part {
  const classes = Object.keys(document.components.schemas);
  const names = new Map(classes.map((name) => [name, publicName(name, classes)]));
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [names.get(name), schema]);
  const renamed = {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) as object },
  };
  const text = JSON.stringify(renamed).replace(
    /"#\/components\/schemas\/([^"]+)"/g,
    (_all, name: string) => `"#/components/schemas/${names.get(name) ?? name}"`,
  );
  return JSON.parse(text) as Part;
}

function publicName(name: string, classes: readonly string[]): string {
  const plain = name.replace(CLASS_SUFFIX_PATTERN, '');
  const namesakes = classes.filter((each) => each !== name && each.replace(CLASS_SUFFIX_PATTERN, '') === plain);
  if (namesakes.length === 0) return plain;
  if (name === plain) return `${name}Schema`;
  return namesakes.every((each) => each === plain) ? plain : name;
}

/** Named like a class, so that {@link withoutClassSuffixes} keeps it apart from a class `Language` of an extension. */
const LANGUAGE_SCHEMA_NAME = 'LanguageView';

/**
 * Replaces each enum of all languages by a reference to one schema. Code generators name inline enums after operation
 * and member. The query and the body of a create both have a member `ml_language`, so these names would collide.
 */
export function shareLanguageSchema(document: DocumentObject): void {
  const { paths, components } = document;
  const shared = JSON.stringify({ paths, components }, (_name, value: Schema | null) =>
    isLanguageSchema(value) ? languageReference(value) : value,
  );
  Object.assign(document, JSON.parse(shared));
  document.components.schemas[LANGUAGE_SCHEMA_NAME] = {
    type: 'string',
    enum: [...LANGUAGES],
    examples: ['examples.language'],
  };
}

function isLanguageSchema(value: Schema | null): value is Schema {
  const values = new Set(Array.isArray(value?.enum) ? value.enum : []);
  values.delete(null);
  return values.size === LANGUAGES.length && LANGUAGES.every((language) => values.has(language));
}

/** Annotations of a schema, such as its description, beside the reference. */
function languageReference({ type: _type, enum: values = [], ...annotations }: Schema): Schema {
  const reference = { $ref: `#/components/schemas/${LANGUAGE_SCHEMA_NAME}` };
  return { ...annotations, ...(values.includes(null) ? { anyOf: [reference, { type: 'null' }] } : reference) };
}

/** Moves parameters that several operations share into `components`. */
export function shareParameters(document: DocumentObject): void {
  const { parameters } = document.components;
  const operations = operationsIn(document);
  const inline = operations.flatMap((operation) => operation.parameters ?? []).filter(({ $ref }) => $ref === undefined);
  const references = new Map<string, ParameterObject>();
  for (const [text, [parameter, second]] of Map.groupBy(inline, (each) => JSON.stringify(each))) {
    if (!parameter || !second) continue;
    const name = unusedName(parameter.name, parameters);
    parameters[name] = parameter;
    references.set(text, { $ref: `#/components/parameters/${name}` } as ParameterObject);
  }
  for (const operation of operations.filter((each) => each.parameters))
    operation.parameters = operation.parameters?.map((each) => references.get(JSON.stringify(each)) ?? each) ?? [];
}

function unusedName(name: string, used: object): string {
  let unused = name;
  for (let number = 2; unused in used; number += 1) unused = `${name}_${number}`;
  return unused;
}
