import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS } from '../support/kinds.js';
import {
  absentOf,
  ask,
  asking,
  differences,
  gather,
  inTurn,
  LANGUAGES,
  NAMING,
  negotiating,
  servedOf,
  unlikeProblem,
  type Language,
} from '../support/languages.js';
import { EACH_LINK, LINKS } from '../support/links.js';
import { multilingualScene } from '../support/multilingual-scene.js';
import { allStoredTexts, misstored, storedTexts, touched } from '../support/stored-texts.js';
import { unlikeServed, WORDS, type EveryKind, type Translated } from '../support/texts.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);

describe.each(LANGUAGES)('kept with DEFAULT_LANGUAGE=%s,', (byDefault) => {
  const here = multilingualScene(byDefault);
  let parent: number;
  beforeAll(async () => {
    parent = (await createRecord(here.calendar, 'categories')).id;
    await linkSome();
  });

  /** Every event has records of each kind that have other languages than itself. */
  async function linkSome(): Promise<void> {
    for (const [index, { id }] of here.records.events.entries()) {
      const link = (path: keyof EveryKind<unknown>, shift: number) => [here.records[path][(index + shift) % 7]?.id];
      const json = Object.fromEntries(EACH_LINK.map((each, shift) => [each, link(LINKS[each].path, shift + 1)]));
      expect((await here.calendar.request('PATCH', `events/${id}`, { json })).status).toBe(200);
    }
  }

  /** Facts that are served as they are sent, others at every turn. Tags have none. */
  const factsOf = (path: keyof EveryKind<unknown>): Record<string, unknown> =>
    inTurn<Record<string, unknown>>(
      {
        events: [{ featured: true, website: 'https://a.example/' }, { featured: false }],
        venues: [{ city: 'Reus' }, { city: 'Valls', show_map: false }],
        organizers: [{ phone: '977' }, { phone: null }],
        categories: [{ parent }, { parent: null }],
        tags: [{}, { parent: 1 }],
      }[path],
    );

  const stored = ({ kind, id }: Translated) => storedTexts(here, kind, id);
  const addressOf = ({ kind, id }: Translated) => `${kind.path}/${id}`;
  const misread = async (what: string, record: Translated, asked: Language) => {
    const answer = await ask(here.calendar, inTurn(asking(asked, byDefault)), asked, { path: addressOf(record) });
    return unlikeServed(`${what}, read in ${asked}`, here, answer, record, asked);
  };
  const inEach = (path: keyof EveryKind<unknown>, work: (record: Translated, asked: Language) => Promise<string[]>) =>
    gather(here.records[path], async (record) => {
      const found: string[] = [];
      for (const asked of LANGUAGES) found.push(...(await work(record, asked)));
      return found;
    });

  it.each(EACH)(
    '3.8 an update of %s without a text touches none, in whatever language; facts never fork',
    async (path) => {
      const wrong = await inEach(path, async (record, asked) => {
        const [way, facts, before] = [
          inTurn([...NAMING, ...negotiating(asked, byDefault)]),
          factsOf(path),
          await stored(record),
        ];
        const what = `${addressOf(record)} of [${record.present.join()}] by ${way} in ${asked}`;
        const answer = await ask(here.calendar, way, asked, { method: 'PATCH', path: addressOf(record), json: facts });
        const language = inTurn(LANGUAGES);
        const read = await ask(here.calendar, 'query', language, { path: addressOf(record) });
        const after = await stored(record);
        const moves = path === 'categories';
        return [
          ...unlikeServed(what, here, answer, record, asked),
          ...differences(`${what}, read in ${language}`, read.body, path === 'tags' ? {} : facts),
          ...touched(what, [before, after], [], moves),
        ];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH)('6.2 3.8 %s sent back as they were served, in whatever language, change no text', async (path) => {
    const before = await allStoredTexts(here);
    const wrong = await inEach(path, async (record, asked) => {
      const [way, address] = [inTurn(asking(asked, byDefault)), { path: addressOf(record) }];
      const served = (await ask(here.calendar, way, asked, address)).body;
      const answer = await ask(here.calendar, way, asked, { ...address, method: 'PUT', json: served });
      const what = `${addressOf(record)} of [${record.present.join()}] by ${way} in ${asked}`;
      // 3.1: a language in the query, and in the body that of the texts, which is another.
      const contradicts = way === 'query' && !record.present.includes(asked);
      if (contradicts) return unlikeProblem(what, answer, 400, 'invalid_parameter', 'ml_language');
      // Its own ml_language names the language, of embedded records too.
      const { body } = await ask(here.calendar, 'query', served['ml_language'] as Language, address);
      return differences(what, answer.body, body);
    });
    expect(wrong).toEqual([]);
    expect(await allStoredTexts(here)).toEqual(before);
  });

  it.each(EACH)(
    '3.8 2.3 an update of %s empties texts of one language, its name or title never',
    async (path, kind) => {
      const wrong = await inEach(path, async (record, asked) => {
        const way = inTurn(
          record.present.includes(asked) ? [...NAMING, 'header' as const] : negotiating(asked, byDefault),
        );
        const [target, before] = [servedOf(asked, record.present, byDefault), await stored(record)];
        const what = `${addressOf(record)} of [${record.present.join()}] by ${way} in ${asked}`;
        const send = (json: Record<string, unknown>) =>
          ask(here.calendar, way, asked, { method: 'PATCH', path: addressOf(record), json });
        const refused = await send({ [kind.heading]: inTurn([null, '', []]), description: null });
        const untouched = touched(what, [before, await stored(record)]);
        const answer = await send({ description: null, excerpt: inTurn([null, '']), slug: null });
        const texts = record.texts[target];
        const slug = `${WORDS[target].heading.toLowerCase()}-${String(texts['slug']).split('-')[1]}`;
        record.texts[target] = { ...texts, description: '', ...(path === 'events' ? { excerpt: '' } : {}), slug };
        const after = await stored(record);
        return [
          ...unlikeProblem(what, refused, 400, 'invalid_parameter', kind.heading),
          ...untouched,
          ...unlikeServed(what, here, answer, record, asked),
          ...(await gather(absentOf([asked]), (each) => misread(what, record, each))),
          ...misstored(what, kind, after, target, record.texts[target]),
          ...touched(what, [before, after], [target], true),
        ];
      });
      expect(wrong).toEqual([]);
    },
  );
});
