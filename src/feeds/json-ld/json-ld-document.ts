/** Characters that end a `<script>` element, begin an entity, or end a line in JavaScript before ES2019. */
const UNSAFE_CHARACTERS = /[<>&\u2028\u2029]/g;

const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes a node as a JSON-LD document of schema.org. The text can be placed in a `<script type="application/ld+json">` element unchanged.
 * @param node its properties; `undefined` ones are omitted
 * @example jsonLdDocument({ '@type': 'Event', name: 'R&B' }) // '{"@context":"https://schema.org","@type":"Event","name":"R\\u0026B"}'
 */
export const jsonLdDocument = (node: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...node }).replace(UNSAFE_CHARACTERS, unicodeEscape);
