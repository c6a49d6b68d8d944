import { textsIn } from '../../support/languages/message-texts.js';
import type { ServedDocument } from '../../support/document/served-document.js';

const KEY = /^(?:\w\w:)?(?:fields|operations|examples|errors|validation)(?:\.\w+)+$/;
const TEXT = /\/(?:description|summary|title|x-displayName)$/;
/** Within what is an example, texts are those of what is described. */
const WITHIN_EXAMPLE = /\/(?:examples?|default)\//;

/** Keys that stand where a text should. */
export const untranslatedKeys = (document: ServedDocument): string[] =>
  [...textsIn(document)].filter(([, text]) => KEY.test(text)).map(([location, text]) => `${location}: ${text}`);

/** What the document says to those who read it, by where it says so. Servers are named alike in all languages. */
export function textsByLocation(document: ServedDocument): ReadonlyMap<string, string> {
  const { servers: _servers, ...rest } = document;
  return new Map([...textsIn(rest)].filter(([location]) => TEXT.test(location) && !WITHIN_EXAMPLE.test(location)));
}

/** The document without its texts, and without the words of its examples: the same in all languages. */
export function structureOf(value: unknown, location: string = ''): unknown {
  if (typeof value === 'string') return isText(location) ? '' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each, index) => structureOf(each, `${location}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, structureOf(each, `${location}/${name}`)]),
  );
}

const isText = (location: string) => TEXT.test(location) || WITHIN_EXAMPLE.test(`${location}/`);
