import type { OpenAPIObject } from '@nestjs/swagger';
import { DOCUMENTED_HEADERS, type DocumentedHeader } from '../../http/routes/operation-docs.js';

/** Groups of operations, in the order in which documentation shows them. */
const TAG_ORDER = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'feeds',
  'me',
  'users',
  'tokens',
  'audit',
  'description',
];

/** Headers that a response may lack although its operation documents them. `Link`, for example, is omitted if it is too long. */
const OPTIONAL_HEADERS: ReadonlySet<DocumentedHeader> = new Set([
  'Content-Disposition',
  'Content-Location',
  'Idempotency-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
]);

/** The parts of the document that no controller declares, with text keys in place of texts. */
export function buildBaseDocument(): Omit<OpenAPIObject, 'paths'> {
  return {
    openapi: '3.1.0',
    tags: TAG_ORDER.map(tagObject),
    servers: [],
    info: {
      title: 'operations.document.title',
      description: 'operations.document.description',
      version: '1',
      contact: { name: 'Calendar Events Service' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    components: {
      securitySchemes: {
        bearer: { scheme: 'bearer', bearerFormat: 'JWT', type: 'http', description: 'operations.security.bearer' },
        basic: { type: 'http', scheme: 'basic', description: 'operations.security.basic' },
      },
      headers: headerComponents(),
    },
  };
}

/** A group of operations. Links contain its name, so only the displayed name is translated. */
export const tagObject = (name: string) => ({
  name,
  description: `operations.tags.${name}`,
  'x-displayName': `operations.tag_names.${name}`,
});

function headerComponents() {
  const names = Object.keys(DOCUMENTED_HEADERS) as DocumentedHeader[];
  const headers = names.map((name) => {
    const description = `operations.headers.${name.replaceAll('-', '_')}`;
    return [name, { description, required: !OPTIONAL_HEADERS.has(name), schema: DOCUMENTED_HEADERS[name] }];
  });
  return Object.fromEntries(headers) as NonNullable<OpenAPIObject['components']>['headers'];
}
