import { operationsIn, type Schema, type ServedDocument } from './served-document.js';

/** A member of an object that the document describes, and where. */
export interface PlacedMember {
  readonly place: string;
  readonly schema: Schema;
}

/** Every member of every schema of the document, those of inline schemas too. */
export function membersIn(document: ServedDocument): PlacedMember[] {
  const named = Object.entries(document.components.schemas).flatMap(([name, schema]) => membersOf(name, schema));
  const inline = operationsIn(document).flatMap(({ place, parameters = [], requestBody, responses }) => [
    ...parameters.flatMap(({ name, schema }) => membersOf(`${place} ${name}`, schema)),
    ...[requestBody ?? {}, ...Object.values(responses)].flatMap(({ content = {} }) =>
      Object.entries(content).flatMap(([type, { schema = {} }]) => membersOf(`${place} ${type}`, schema)),
    ),
  ]);
  return [...named, ...inline];
}

function membersOf(place: string, schema: Schema): PlacedMember[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, member]) => [
    { place: `${place}.${name}`, schema: member },
    ...membersOf(`${place}.${name}`, member),
  ]);
  const further = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const parts = [...(items ? [items] : []), ...further, ...anyOf, ...oneOf, ...allOf];
  return [...own, ...parts.flatMap((part) => membersOf(place, part))];
}

/** Whether nothing within a member could show what it looks like. */
export function isLeaf({ $ref, properties, items, anyOf = [], oneOf = [], allOf = [] }: Schema): boolean {
  if ($ref !== undefined || properties) return false;
  const parts = [...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf];
  return parts.every(isLeaf);
}
