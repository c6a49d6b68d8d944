import { KINDS, type Kind } from './kinds.js';
import { differences, LANGUAGES, servedOf, type Language } from './languages.js';
import type { Multilingual, Texts } from './texts.js';

/** A translation as it is stored. `written` is the transaction that wrote the row last. */
type StoredText = Readonly<Record<string, unknown>> & {
  readonly language: Language;
  readonly serves: readonly Language[];
  readonly slug: string;
  readonly written: string;
};

/** The translations of one record. */
export type Stored = Partial<Record<Language, StoredText>>;

/** The translations of one record, by language. */
export async function storedTexts(
  { session }: Multilingual,
  { kind }: Pick<Kind, 'kind'>,
  id: number,
): Promise<Stored> {
  const { rows } = await session.query<StoredText>(
    `select xmin::text as written, * from ${kind}_texts where ${kind}_id = $1 order by language`,
    [id],
  );
  return Object.fromEntries(rows.map((row) => [row.language, row]));
}

/** Every translation of every kind, each with the transaction that wrote it last. */
export async function allStoredTexts({ session }: Multilingual): Promise<unknown[]> {
  const statement = KINDS.map(
    ({ kind }) => `select '${kind}' as kind, xmin::text as written, to_jsonb(t) as row from ${kind}_texts as t`,
  ).join(' union all ');
  return (await session.query(`${statement} order by 1, 3`)).rows;
}

/** What of a row is no text of its own: it follows from the other translations, and from the place in the tree. */
const DERIVED = new Set(['serves', 'translations', 'written', 'parent_key']);

/**
 * What was touched among the translations of a record, beside those of some languages. `own` looks at their own texts
 * alone: where translations become more or fewer, or a slug another, the other rows may say so.
 */
export function touched(
  what: string,
  [before, after]: readonly Stored[],
  except: readonly Language[] = [],
  own = false,
) {
  const looked = (texts: Stored | undefined, language: Language) =>
    Object.entries(texts?.[language] ?? {}).filter(([column]) => !own || !DERIVED.has(column));
  return LANGUAGES.filter((language) => !except.includes(language)).flatMap((language) =>
    differences(`${what}: stored`, { [language]: looked(after, language) }, { [language]: looked(before, language) }),
  );
}

/** What is wrong with the texts that are stored in one language. */
export function misstored(what: string, { path, heading }: Kind, stored: Stored, language: Language, texts: Texts) {
  const row = stored[language];
  const found = { ...row, [heading]: row?.[path === 'events' ? 'title' : 'name'] };
  return differences(`${what}: stored in ${language}`, found, texts);
}

/**
 * What is wrong with what translations say that they serve: each language asked for must be served by exactly one
 * translation of every record, and by the right one.
 */
export async function wronglyServing({ session, byDefault }: Multilingual, { kind }: Kind): Promise<string[]> {
  const { rows } = await session.query<{ id: string; texts: { language: Language; serves: Language[] }[] }>(`
    select ${kind}_id as id, jsonb_agg(jsonb_build_object('language', language, 'serves', serves)) as texts
    from ${kind}_texts group by ${kind}_id order by 1`);
  return rows.flatMap(({ id, texts }) => {
    const present = texts.map(({ language }) => language);
    return LANGUAGES.flatMap((asked) => {
      const [right, found] = [
        servedOf(asked, present, byDefault),
        texts.filter(({ serves }) => serves.includes(asked)).map(({ language }) => language),
      ];
      return found.join() === right ? [] : [`${kind} ${id}: ${asked} is served by [${found.join()}], not by ${right}`];
    });
  });
}
