import type { Language } from '../languages.js';
import { TITLE_FIELDS, textOf, type Fields } from './requests.js';
import { keepFormerSlugs, slugsOf, claimSlug } from './slugs.js';
import { servedLanguageOf, type AnyRecord, type ModelContext, type Texts } from './model-state.js';

const NONE: Texts = { title: '', description: '', excerpt: '', slug: null };

/** 3.7 */
export const createTexts = (asker: ModelContext, record: AnyRecord, fields: Fields): void =>
  writeTranslation(asker.language, asker, record, fields);

/** 3.8 */
export function updateTexts(asker: ModelContext, record: AnyRecord, fields: Fields): void {
  if (hasTexts(record, fields)) writeTranslation(targetLanguage(asker, record), asker, record, fields);
}

/** 3.8: whether an update makes a translation, and lacks the text that this wants. */
export const lacksTitle = (asker: ModelContext, record: AnyRecord, fields: Fields): boolean =>
  hasTexts(record, fields) &&
  !record.texts[targetLanguage(asker, record)] &&
  fields[TITLE_FIELDS[record.kind]] === undefined;

/** 3.8: the language that is named, else the one that a read would serve. */
const targetLanguage = (asker: ModelContext, record: AnyRecord): Language =>
  asker.isExplicit ? asker.language : servedLanguageOf(asker, record);

const hasTexts = (record: AnyRecord, fields: Fields): boolean =>
  translationFields(record).some((name) => fields[name] !== undefined);

/** 3.8, 4.6 */
function translationFields({ kind }: AnyRecord): string[] {
  const own = kind === 'event' ? ['excerpt', 'slug'] : kind === 'venue' || kind === 'organizer' ? [] : ['slug'];
  return [TITLE_FIELDS[kind], 'description', ...own];
}

function writeTranslation(language: Language, { state }: ModelContext, record: AnyRecord, fields: Fields): void {
  const before = record.texts[language];
  const former = record.id === 0 ? [] : slugsOf(record);
  const sent = (name: string, otherwise = '') =>
    translationFields(record).includes(name) && fields[name] !== undefined ? textOf(fields[name]) : otherwise;
  const heading = sent(TITLE_FIELDS[record.kind], before?.title);
  const description = sent('description', before?.description);
  const excerpt = sent('excerpt', before?.excerpt);
  record.texts[language] = { ...NONE, ...before, title: heading, description, excerpt };
  if (before && (fields['slug'] === undefined || !translationFields(record).includes('slug'))) return;
  const slug = claimSlug(state, record, sent('slug') || heading);
  record.texts[language] = { ...record.texts[language], slug };
  keepFormerSlugs(record, former);
}
