import { operationsIn, type Schema, type ServedDocument } from '../../support/document/served-document.js';

/** Schema of an object member, with its location in the document. */
export interface LocatedMember {
  readonly location: string;
  readonly schema: Schema;
}

/** All members of all schemas of the document, including inline schemas. */
export function membersIn(document: ServedDocument): LocatedMember[] {
  const named = Object.entries(document.components.schemas).flatMap(([name, schema]) => membersOf(name, schema));
  const inline = operationsIn(document).flatMap(({ location, parameters = [], requestBody, responses }) => [
    ...parameters.flatMap(({ name, schema }) => membersOf(`${location} ${name}`, schema)),
    ...[requestBody ?? {}, ...Object.values(responses)].flatMap(({ content = {} }) =>
      Object.entries(content).flatMap(([type, { schema = {} }]) => membersOf(`${location} ${type}`, schema)),
    ),
  ]);
  return [...named, ...inline];
}

function membersOf(location: string, schema: Schema): LocatedMember[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, member]) => [
    { location: `${location}.${name}`, schema: member },
    ...membersOf(`${location}.${name}`, member),
  ]);
  const further = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const parts = [...(items ? [items] : []), ...further, ...anyOf, ...oneOf, ...allOf];
  return [...own, ...parts.flatMap((part) => membersOf(location, part))];
}

/** Whether a member has no inner schema that can have examples. */
export function isLeaf({ $ref, properties, items, anyOf = [], oneOf = [], allOf = [] }: Schema): boolean {
  if ($ref !== undefined || properties) return false;
  const parts = [...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf];
  return parts.every(isLeaf);
}
