import type { OpenAPIObject } from '@nestjs/swagger';

/** How classes are called in the code beside what they describe. */
const SUFFIX = /(View|Dto)$/;
const REFERENCE = '#/components/schemas/';

/** The document with schemas called as clients call what they describe: `Event` for `EventView`, `CreateEvent` for `CreateEventDto`. */
export function withPlainNames(document: OpenAPIObject): OpenAPIObject {
  const known = Object.keys(document.components?.schemas ?? {});
  const names = new Map(known.map((name) => [name, plainName(name, known)]));
  const { schemas = {}, ...components } = document.components ?? {};
  const renamed = Object.entries(schemas).map(([name, schema]) => [names.get(name), schema]);
  return referring({ ...document, components: { ...components, schemas: Object.fromEntries(renamed) } }, names);
}

/**
 * Two classes may not come to the same name. Whoever mounts a class `Event` of his own does not take the name of what
 * `EventView` describes.
 */
function plainName(name: string, known: readonly string[]): string {
  const plain = name.replace(SUFFIX, '');
  const rivals = known.filter((other) => other !== name && other.replace(SUFFIX, '') === plain);
  if (rivals.length === 0) return plain;
  const isPlain = (each: string) => !SUFFIX.test(each);
  if (isPlain(name)) return `${name}Schema`;
  return rivals.every(isPlain) ? plain : name;
}

function referring<Part>(part: Part, names: ReadonlyMap<string, string>): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => referring(each, names)) as Part;
  if (part === null || typeof part !== 'object') return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string' ? referred(value, names) : referring<unknown>(value, names),
  ]);
  return Object.fromEntries(entries) as Part;
}

function referred(reference: string, names: ReadonlyMap<string, string>): string {
  const name = reference.startsWith(REFERENCE) ? names.get(reference.slice(REFERENCE.length)) : undefined;
  return name === undefined ? reference : `${REFERENCE}${name}`;
}
