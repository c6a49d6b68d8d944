import type { Language } from '../support/languages/languages.js';
import { servedLanguageOf, TITLE_FIELDS, type AnyRecord, type ModelContext, type Texts } from './records.js';
import { textOf, type Fields } from './requests.js';
import { claimSlug, keepFormerSlugs, slugsOf } from './slugs.js';

const NONE: Texts = { title: '', description: '', excerpt: '', slug: null };

/** 3.7 */
export const createTexts = (context: ModelContext, record: AnyRecord, fields: Fields): void =>
  writeTranslation(context.language, context, record, fields);

/** 3.8 */
export function updateTexts(context: ModelContext, record: AnyRecord, fields: Fields): void {
  if (hasTexts(record, fields)) writeTranslation(targetLanguage(context, record), context, record, fields);
}

/** 3.8: whether an update would add a translation without its required text. */
export const lacksTitle = (context: ModelContext, record: AnyRecord, fields: Fields): boolean =>
  hasTexts(record, fields) &&
  !record.texts[targetLanguage(context, record)] &&
  fields[TITLE_FIELDS[record.kind]] === undefined;

/** 3.8: the named language, else the one that a read would serve. */
const targetLanguage = (context: ModelContext, record: AnyRecord): Language =>
  context.isExplicit ? context.language : servedLanguageOf(context, record);

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
  const title = sent(TITLE_FIELDS[record.kind], before?.title);
  const description = sent('description', before?.description);
  const excerpt = sent('excerpt', before?.excerpt);
  record.texts[language] = { ...NONE, ...before, title, description, excerpt };
  if (before && (fields['slug'] === undefined || !translationFields(record).includes('slug'))) return;
  const slug = claimSlug(state, record, sent('slug') || title);
  record.texts[language] = { ...record.texts[language], slug };
  keepFormerSlugs(record, former);
}
