import type { Language } from '../languages.js';
import { HEADINGS, textOf, type Fields } from './requests.js';
import { keepFormer, slugsOf, takenSlug } from './slugs.js';
import { languageFor, type AnyRecord, type Asker, type Texts } from './world.js';

const NONE: Texts = { heading: '', description: '', excerpt: '', slug: null };

/** 3.7 */
export const createTexts = (asker: Asker, record: AnyRecord, fields: Fields): void =>
  writeIn(asker.language, asker, record, fields);

/** 3.8 */
export function updateTexts(asker: Asker, record: AnyRecord, fields: Fields): void {
  if (hasTexts(record, fields)) writeIn(languageWritten(asker, record), asker, record, fields);
}

/** 3.8: whether an update makes a translation, and lacks the text that this wants. */
export const lacksHeading = (asker: Asker, record: AnyRecord, fields: Fields): boolean =>
  hasTexts(record, fields) &&
  !record.texts[languageWritten(asker, record)] &&
  fields[HEADINGS[record.kind]] === undefined;

/** 3.8: the language that is named, else the one that a read would serve. */
const languageWritten = (asker: Asker, record: AnyRecord): Language =>
  asker.isNamed ? asker.language : languageFor(asker, record);

const hasTexts = (record: AnyRecord, fields: Fields): boolean =>
  textsSent(record).some((name) => fields[name] !== undefined);

/** 3.8, 4.6 */
function textsSent({ kind }: AnyRecord): string[] {
  const own = kind === 'event' ? ['excerpt', 'slug'] : kind === 'venue' || kind === 'organizer' ? [] : ['slug'];
  return [HEADINGS[kind], 'description', ...own];
}

function writeIn(language: Language, { world }: Asker, record: AnyRecord, fields: Fields): void {
  const before = record.texts[language];
  const former = record.id === 0 ? [] : slugsOf(record);
  const sent = (name: string, otherwise = '') =>
    textsSent(record).includes(name) && fields[name] !== undefined ? textOf(fields[name]) : otherwise;
  const heading = sent(HEADINGS[record.kind], before?.heading);
  const description = sent('description', before?.description);
  const excerpt = sent('excerpt', before?.excerpt);
  record.texts[language] = { ...NONE, ...before, heading, description, excerpt };
  if (before && (fields['slug'] === undefined || !textsSent(record).includes('slug'))) return;
  const slug = takenSlug(world, record, sent('slug') || heading);
  record.texts[language] = { ...record.texts[language], slug };
  keepFormer(record, former);
}
