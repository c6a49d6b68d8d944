import type { OpenAPIObject } from '@nestjs/swagger';

/** How classes are called in the code beside what they describe. */
const CLASS_SUFFIX = /(View|Dto)$/;
const SCHEMA_REFERENCE_PREFIX = '#/components/schemas/';

/** The document with schemas called as clients call what they describe: `Event` for `EventView`, `CreateEvent` for `CreateEventDto`. */
export function withoutClassSuffixes(document: OpenAPIObject): OpenAPIObject {
  const known = Object.keys(document.components?.schemas ?? {});
  const names = new Map(known.map((name) => [name, publicNameOf(name, known)]));
  const { schemas = {}, ...components } = document.components ?? {};
  const renamed = Object.entries(schemas).map(([name, schema]) => [names.get(name), schema]);
  return rewriteReferences({ ...document, components: { ...components, schemas: Object.fromEntries(renamed) } }, names);
}

/**
 * Two classes may not come to the same name. Whoever mounts a class `Event` of his own does not take the name of what
 * `EventView` describes.
 */
function publicNameOf(name: string, known: readonly string[]): string {
  const plain = name.replace(CLASS_SUFFIX, '');
  const conflicts = known.filter((other) => other !== name && other.replace(CLASS_SUFFIX, '') === plain);
  if (conflicts.length === 0) return plain;
  const isPlain = (each: string) => !CLASS_SUFFIX.test(each);
  if (isPlain(name)) return `${name}Schema`;
  return conflicts.every(isPlain) ? plain : name;
}

function rewriteReferences<Part>(part: Part, names: ReadonlyMap<string, string>): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => rewriteReferences(each, names)) as Part;
  if (part === null || typeof part !== 'object') return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string'
      ? rewriteReference(value, names)
      : rewriteReferences<unknown>(value, names),
  ]);
  return Object.fromEntries(entries) as Part;
}

function rewriteReference(reference: string, names: ReadonlyMap<string, string>): string {
  const name = reference.startsWith(SCHEMA_REFERENCE_PREFIX)
    ? names.get(reference.slice(SCHEMA_REFERENCE_PREFIX.length))
    : undefined;
  return name === undefined ? reference : `${SCHEMA_REFERENCE_PREFIX}${name}`;
}
