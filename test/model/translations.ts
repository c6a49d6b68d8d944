import type { Language } from '../support/languages/languages.js';
import { folded, isTermKind, languagesOf, recordsOf, servedLanguageOf, TITLE_FIELDS } from './records.js';
import type { AnyRecord, KindName, ModelContext, ModelState, Texts } from './records.js';
import { type Fields, type ModelRequest, textOf } from './requests.js';

/** 4.2, for the letters that the commands use. */
const slugify = (text: string): string =>
  folded(text)
    .replaceAll(/[^a-z0-9\p{L}\p{Nd}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** 4.2 */
export const isSlug = (text: string): boolean => text !== '' && slugify(text) === text;

/** 4.2: the slug of a term never consists of digits. */
export const derivedSlug = (kind: KindName, text: string): string =>
  isTermKind(kind) && /^\d+$/.test(slugify(text)) ? `${kind}-${slugify(text)}` : slugify(text);

/** 4.3 */
export const slugIn = (record: AnyRecord, language: Language): string =>
  record.texts[language]?.slug ?? `${record.kind}-${record.id}`;

export const slugsOf = (record: AnyRecord): string[] => languagesOf(record).map((language) => slugIn(record, language));

/** 1.3, 4.4, 4.5: the record with this slug in any language, otherwise the record with this former slug. */
export function findBySlug(state: ModelState, kind: KindName, text: string): AnyRecord | undefined {
  const slug = text.toLowerCase();
  const all = recordsOf(state, kind);
  return all.find((record) => slugsOf(record).includes(slug)) ?? all.find(({ former }) => former.includes(slug));
}

/** The slug of a text, with a suffix if another record has it (4.3). No record keeps it as a former slug (4.5). */
function claimSlug(state: ModelState, record: AnyRecord, text: string): string | null {
  const baseSlug = derivedSlug(record.kind, text);
  if (baseSlug === '') return null;
  const all = recordsOf(state, record.kind);
  const isTaken = (slug: string) => all.some((other) => other !== record && slugsOf(other).includes(slug));
  let slug = baseSlug;
  for (let count = 2; isTaken(slug); count += 1) slug = `${baseSlug}-${count}`;
  for (const holder of all) holder.former = holder.former.filter((former) => former !== slug);
  return slug;
}

/** 4.5: keeps slugs that a record has lost. `before` are its slugs before the write. */
export function keepFormerSlugs(record: AnyRecord, before: readonly string[]): void {
  const present = slugsOf(record);
  const lost = before.filter((slug) => !present.includes(slug) && !record.former.includes(slug));
  record.former = [...record.former.filter((slug) => !present.includes(slug)), ...lost];
}

const EMPTY_TEXTS: Texts = { title: '', description: '', excerpt: '', slug: null };

/** 3.8: an update by the slug of exactly one translation writes that translation, unless it names a language. */
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
  const slugsBefore = record.id === 0 ? [] : slugsOf(record);
  const sentText = (name: string, fallback = '') =>
    translationFields(record).includes(name) && fields[name] !== undefined ? textOf(fields[name]) : fallback;
  const title = sentText(TITLE_FIELDS[record.kind], previous?.title);
  const description = sentText('description', previous?.description);
  const excerpt = sentText('excerpt', previous?.excerpt);
  record.texts[language] = { ...EMPTY_TEXTS, ...previous, title, description, excerpt };
  if (previous && (fields['slug'] === undefined || !translationFields(record).includes('slug'))) return;
  const slug = claimSlug(state, record, sentText('slug') || title);
  record.texts[language] = { ...record.texts[language], slug };
  keepFormerSlugs(record, slugsBefore);
}
