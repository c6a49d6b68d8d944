import { sql } from 'kysely';
import { pick, pickSkewed, share } from './draws.js';
import { LANGUAGE_SETS, phrasesOf } from './synthetic-texts.js';
import { KINDS, NAMES, SENTENCES, THEMES, titleOf } from './vocabulary.js';

const THEME_COUNT = THEMES.ca.length;

/** Titles by kind and theme. The title of kind 2 and theme 3 has the index `2 * THEME_COUNT + 3`. */
const TITLES = phrasesOf((language) =>
  KINDS[language].flatMap((kind) => THEMES[language].map((theme) => titleOf(kind, theme, language))),
);
const SENTENCE_PHRASES = phrasesOf((language) => SENTENCES[language]);
const SENTENCE_COUNT = SENTENCES.ca.length;

const PHRASE_COLUMNS = sql.raw('language text, position int, shown text, folded text, slug text');

const rowsOf = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;

/** One row per language of each language set. */
const LANGUAGE_ROWS = LANGUAGE_SETS.flatMap((languages, setIndex) =>
  languages.map((language) => ({ set_index: setIndex, language })),
);

/**
 * CTEs for the translations of the events in the CTE `batch`. `chosen` draws the positions of the texts of each event. `written`, the last
 * one, has the columns to insert into `event_translations`.
 */
export const textsOfBatch = sql`
    titles as materialized (select * from ${rowsOf(TITLES)} as title (${PHRASE_COLUMNS})),
    sentences as materialized (select * from ${rowsOf(SENTENCE_PHRASES)} as sentence (${PHRASE_COLUMNS})),
    sets as materialized (
      select set_index, language, fallback_languages(language, array_agg(language) over (partition by set_index)) as fallback_languages
      from ${rowsOf(LANGUAGE_ROWS)} as language_row (set_index int, language text)
    ),
    chosen as (
      select id, n, ${pick('languages', LANGUAGE_SETS.length)} as set_index,
        ${pick('kind', KINDS.ca.length)} * ${sql.lit(THEME_COUNT)} + ${pickSkewed('theme', THEME_COUNT)} as title,
        ${pick('sentence', SENTENCE_COUNT)} as sentence, ${pick('second_sentence', SENTENCE_COUNT)} as second_sentence,
        case when ${share('has_excerpt')} < 0.6 then ${pick('excerpt', SENTENCE_COUNT)} end as excerpt,
        (${NAMES}::text[])[1 + ${pickSkewed('name', NAMES.length)}] || ' '
          || (${NAMES}::text[])[1 + ${pickSkewed('second_name', NAMES.length)}] as name
      from batch
    ),
    written as materialized (
      select id as event_id, sets.language, titles.shown || ' ' || n as title, coalesce(excerpts.shown, '') as excerpt,
        '<p>' || sentences.shown || '</p><p>' || name || '. ' || second_sentences.shown || '</p>' as description,
        titles.slug || '-' || n as slug,
        jsonb_object_agg(sets.language, titles.slug || '-' || n) over (partition by id) as translations,
        concat_ws(' ', titles.folded, n, excerpts.folded, sentences.folded, lower(name) || '.', second_sentences.folded) as search_text,
        sets.fallback_languages
      from chosen join sets using (set_index)
        join titles on titles.language = sets.language and titles.position = title
        join sentences on sentences.language = sets.language and sentences.position = sentence
        join sentences as second_sentences
          on second_sentences.language = sets.language and second_sentences.position = second_sentence
        left join sentences as excerpts on excerpts.language = sets.language and excerpts.position = excerpt
    )`;

/** Inserts the slugs in `written`, each slug of an event once. */
export const insertSlugs = sql`
  insert into event_slugs (slug, event_id, current) select distinct slug, event_id, true from written`;

export const insertTexts = sql`
  insert into event_translations (event_id, language, title, excerpt, description, slug, search_text, fallback_languages, translations)
  select event_id, language, title, excerpt, description, slug, search_text, fallback_languages, translations from written`;
