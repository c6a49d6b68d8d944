import type { Language } from '../languages.js';
import { recordsOf, folded, languagesOf, type AnyRecord, type KindName, type ModelState } from './model-state.js';

/** 4.2, for the letters that the commands use. */
export const slugify = (text: string): string =>
  folded(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** 4.3 */
export const slugIn = (record: AnyRecord, language: Language): string =>
  record.texts[language]?.slug ?? `${record.kind}-${record.id}`;

export const slugsOf = (record: AnyRecord): string[] => languagesOf(record).map((each) => slugIn(record, each));

/** 1.3, 4.4, 4.5: by a slug of any language, else by a former one. */
export function findBySlug(world: ModelState, kind: KindName, sent: string): AnyRecord | undefined {
  const slug = sent.toLowerCase();
  const all = recordsOf(world, kind);
  return all.find((each) => slugsOf(each).includes(slug)) ?? all.find(({ former }) => former.includes(slug));
}

/** 4.1, 4.3: what no other record of its kind has. */
function uniqueSlug(world: ModelState, record: AnyRecord, wanted: string): string {
  const others = recordsOf(world, record.kind).filter((each) => each !== record);
  const isTaken = (slug: string) => others.some((each) => slugsOf(each).includes(slug));
  let slug = wanted;
  for (let count = 2; isTaken(slug); count += 1) slug = `${wanted}-${count}`;
  return slug;
}

/** The slug that a record gets for a text; whoever had it before loses it for good: 4.3, 4.5. */
export function claimSlug(world: ModelState, record: AnyRecord, text: string): string | null {
  const wanted = slugify(text);
  const slug = wanted === '' ? null : uniqueSlug(world, record, wanted);
  for (const each of recordsOf(world, record.kind)) each.former = each.former.filter((former) => former !== slug);
  return slug;
}

/** 4.5: what a record was found by before. `before` are its slugs of then. */
export function keepFormerSlugs(record: AnyRecord, before: readonly string[]): void {
  const present = slugsOf(record);
  const lost = before.filter((slug) => !present.includes(slug) && !record.former.includes(slug));
  record.former = [...record.former.filter((slug) => !present.includes(slug)), ...lost];
}
