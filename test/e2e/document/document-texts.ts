import { textsIn } from '../../support/languages/message-texts.js';
import type { ServedDocument } from '../../support/document/served-document.js';

const KEY = /^(?:\w\w:)?(?:fields|operations|examples|errors|validation)(?:\.\w+)+$/;
const TEXT = /\/(?:description|summary|title|x-displayName)$/;
/** Texts inside examples and defaults are data of records, not documentation. */
const WITHIN_EXAMPLE = /\/(?:examples?|default)\//;

/** Message keys in place of texts. */
export const untranslatedKeys = (document: ServedDocument): string[] =>
  [...textsIn(document)].filter(([, text]) => KEY.test(text)).map(([location, text]) => `${location}: ${text}`);

/** Documentation texts by location. Servers are left out, because their names are the same in all languages. */
export function textsByLocation(document: ServedDocument): ReadonlyMap<string, string> {
  const { servers: _servers, ...rest } = document;
  return new Map([...textsIn(rest)].filter(([location]) => TEXT.test(location) && !WITHIN_EXAMPLE.test(location)));
}

/** The document with empty strings for texts and for text in examples. The result is the same in all languages. */
export function structureOf(value: unknown, location: string = ''): unknown {
  if (typeof value === 'string') return isText(location) ? '' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each, index) => structureOf(each, `${location}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, structureOf(each, `${location}/${name}`)]),
  );
}

const isText = (location: string) => TEXT.test(location) || WITHIN_EXAMPLE.test(`${location}/`);
