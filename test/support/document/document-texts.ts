import { textsIn } from '../message-texts.js';
import type { ServedDocument } from './served-document.js';

const KEY = /^(?:\w\w:)?(?:fields|operations|examples|errors|validation)(?:\.\w+)+$/;
const TEXT = /\/(?:description|summary|title|x-displayName)$/;
/** Within what is an example, texts are those of what is described. */
const WITHIN_EXAMPLE = /\/(?:examples?|default)\//;

/** Keys that stand where a text should. */
export const keysLeft = (document: ServedDocument): string[] =>
  [...textsIn(document)].filter(([, text]) => KEY.test(text)).map(([place, text]) => `${place}: ${text}`);

/** What the document says to those who read it, by where it says so. Servers are named alike in all languages. */
export function saidIn(document: ServedDocument): ReadonlyMap<string, string> {
  const { servers: _servers, ...rest } = document;
  return new Map([...textsIn(rest)].filter(([place]) => TEXT.test(place) && !WITHIN_EXAMPLE.test(place)));
}

/** The document without its texts, and without the words of its examples: the same in all languages. */
export function structureOf(value: unknown, place: string = ''): unknown {
  if (typeof value === 'string') return isWorded(place) ? '' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each, index) => structureOf(each, `${place}/${index}`));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, structureOf(each, `${place}/${name}`)]));
}

const isWorded = (place: string) => TEXT.test(place) || WITHIN_EXAMPLE.test(`${place}/`);
