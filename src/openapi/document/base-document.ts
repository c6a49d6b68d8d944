import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { DOCUMENTED_HEADERS, type DocumentedHeader } from '../../http/routes/operation-docs.js';

/** Groups of operations, in the order in which pages show them. */
const TAG_ORDER = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'me',
  'users',
  'tokens',
  'audit',
  'description',
] as const;

/**
 * Headers that not every answer has whose operation documents them: links are left out where they would be too long, limits where there
 * are none, and only a replay says that it is one.
 */
const OPTIONAL_HEADERS: ReadonlySet<DocumentedHeader> = new Set([
  'Content-Location',
  'Idempotency-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
]);

/** All of the document that no controller says. Texts are keys. */
export function buildBaseDocument(): Omit<OpenAPIObject, 'paths'> {
  const { components, info, ...outline } = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('operations.document.title')
    .setDescription('operations.document.description')
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'operations.security.bearer' })
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'operations.security.basic' })
    .build();
  // The builder names nobody as a contact.
  const { contact: _contact, ...infoWithoutContact } = info;
  return {
    ...outline,
    info: infoWithoutContact,
    tags: TAG_ORDER.map(tagObject),
    components: { ...components, headers: headerComponents() },
  };
}

/** Names of tags are the same in each language, as links lead to them; what is shown is not. */
export const tagObject = (name: string) => ({
  name,
  description: `operations.tags.${name}`,
  'x-displayName': `operations.tag_names.${name}`,
});

function headerComponents() {
  const names = Object.keys(DOCUMENTED_HEADERS) as DocumentedHeader[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: `operations.headers.${name.replaceAll('-', '_')}`,
        // Whatever answers name is in each of them, but for these.
        required: !OPTIONAL_HEADERS.has(name),
        schema: DOCUMENTED_HEADERS[name],
      },
    ]),
  ) as NonNullable<OpenAPIObject['components']>['headers'];
}
