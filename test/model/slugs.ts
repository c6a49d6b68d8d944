import type { Language } from '../support/languages/languages.js';
import {
  folded,
  isTermKind,
  languagesOf,
  recordsOf,
  type AnyRecord,
  type KindName,
  type ModelState,
} from './records.js';

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

/** The slug of a text, with a suffix if another record has it (4.3). Other records lose it as a former slug (4.5). */
export function claimSlug(state: ModelState, record: AnyRecord, text: string): string | null {
  const baseSlug = derivedSlug(record.kind, text);
  if (baseSlug === '') return null;
  const all = recordsOf(state, record.kind);
  const isTaken = (slug: string) => all.some((other) => other !== record && slugsOf(other).includes(slug));
  let slug = baseSlug;
  for (let count = 2; isTaken(slug); count += 1) slug = `${baseSlug}-${count}`;
  for (const record of all) record.former = record.former.filter((former) => former !== slug);
  return slug;
}

/** 4.5: keeps slugs that a record has lost. `before` are its slugs before the write. */
export function keepFormerSlugs(record: AnyRecord, before: readonly string[]): void {
  const present = slugsOf(record);
  const lost = before.filter((slug) => !present.includes(slug) && !record.former.includes(slug));
  record.former = [...record.former.filter((slug) => !present.includes(slug)), ...lost];
}
