import type { Language } from '../support/languages/languages.js';
import {
  languagesOf,
  servedLanguageOf,
  TITLE_FIELDS,
  type AnyRecord,
  type ModelContext,
  type Texts,
} from './records.js';
import { textOf, type Fields, type ModelRequest } from './requests.js';
import { claimSlug, findBySlug, keepFormerSlugs, slugIn, slugsOf } from './slugs.js';

const EMPTY_TEXTS: Texts = { title: '', description: '', excerpt: '', slug: null };

/** 3.8: if an update names no language, the slug of exactly one translation names its language. */
export function withLanguageOfSlug(request: ModelRequest): ModelRequest {
  const { state, kind, address, isExplicit } = request;
  const record = 'id' in address || isExplicit ? undefined : findBySlug(state, kind, address.slug);
  if (!record || 'id' in address) return request;
  const [language, second] = languagesOf(record).filter((each) => slugIn(record, each) === address.slug);
  return language && !second ? { ...request, language, isExplicit: true } : request;
}

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

/** 3.8: the explicit language, otherwise the one that a read would serve. */
const targetLanguage = (context: ModelContext, record: AnyRecord): Language =>
  context.isExplicit ? context.language : servedLanguageOf(context, record);

const hasTexts = (record: AnyRecord, fields: Fields): boolean =>
  translationFields(record).some((name) => fields[name] !== undefined);

/** 3.8, 4.6 */
function translationFields({ kind }: AnyRecord): string[] {
  const kindFields = kind === 'event' ? ['excerpt', 'slug'] : kind === 'venue' || kind === 'organizer' ? [] : ['slug'];
  return [TITLE_FIELDS[kind], 'description', ...kindFields];
}

function writeTranslation(language: Language, { state }: ModelContext, record: AnyRecord, fields: Fields): void {
  const previous = record.texts[language];
  const formerSlugs = record.id === 0 ? [] : slugsOf(record);
  const sentText = (name: string, fallback = '') =>
    translationFields(record).includes(name) && fields[name] !== undefined ? textOf(fields[name]) : fallback;
  const title = sentText(TITLE_FIELDS[record.kind], previous?.title);
  const description = sentText('description', previous?.description);
  const excerpt = sentText('excerpt', previous?.excerpt);
  record.texts[language] = { ...EMPTY_TEXTS, ...previous, title, description, excerpt };
  if (previous && (fields['slug'] === undefined || !translationFields(record).includes('slug'))) return;
  const slug = claimSlug(state, record, sentText('slug') || title);
  record.texts[language] = { ...record.texts[language], slug };
  keepFormerSlugs(record, formerSlugs);
}
