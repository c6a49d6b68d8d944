import { describe, expect, it } from 'vitest';
import { atomFeed, type AtomFeed } from '../../../../src/feeds/atom/atom-feed.js';
import { LAST_MODIFIED_KEY, type EventView } from '../../../../src/events/dto/event.view.js';
import { feedEvent, organizer, reducedEvent, term, venue } from '../../../support/feeds/feed-event.js';
import { readAtom } from '../../../support/feeds/read-atom.js';

const FEED: AtomFeed = {
  name: 'Agenda de Reus',
  uuid: '6f1c2d7e-3a54-4b0e-9c1d-8f2b7a905e11',
  language: 'ca',
  selfUrl: 'https://agenda.example/calendar/events/v1/events.atom?categories=musica&ml_language=ca',
  pageUrl: ({ slug, language }) => `https://reus.example/${language}/${slug}`,
};

const read = (events: readonly EventView[], feed: Partial<AtomFeed> = {}) =>
  readAtom(atomFeed({ ...FEED, ...feed }, events));
const readEntry = (changes: Partial<EventView>, feed: Partial<AtomFeed> = {}) =>
  read([feedEvent(changes)], feed).entries?.[0];

describe('atomFeed', () => {
  it('has name, language, addresses and the date of the latest modification (13.24)', () => {
    const nextUrl = `${FEED.selfUrl}&after=x`;
    const events = ['2027-01-10 09:15:30', '2027-02-10 09:15:30', '2027-01-11 09:15:30'];
    const feed = read(
      events.map((modified, id) => feedEvent({ id, [LAST_MODIFIED_KEY]: modified })),
      { nextUrl },
    );
    expect(feed).toMatchObject({ language: 'ca', updated: '2027-02-10T09:15:30Z', authors: [{ name: FEED.name }] });
    expect(feed.elements.children.find(({ name }) => name === 'title')?.text).toBe(FEED.name);
    expect(feed.links).toEqual([
      expect.objectContaining({ rel: 'self', href: FEED.selfUrl }),
      expect.objectContaining({ rel: 'next', href: nextUrl }),
    ]);
  });

  it('without events is a complete feed (13.24)', () => {
    expect(read([])).toMatchObject({ updated: '1970-01-01T00:00:00Z' });
  });

  it('has one id for all pages and origins, and others for other filters and databases (13.24)', () => {
    const idOf = (feed: Partial<AtomFeed>) => read([], feed).id;
    const sameFeedUrl =
      'http://localhost:3000/calendar/events/v1/events.atom?ml_language=ca&per_page=9&after=x&categories=musica';
    expect(idOf({ selfUrl: sameFeedUrl })).toBe(idOf({}));
    const feeds = [FEED, { selfUrl: `${FEED.selfUrl}&tags=jazz` }, { uuid: '0f1c2d7e-3a54-4b0e-9c1d-8f2b7a905e11' }];
    expect(new Set(feeds.map(idOf)).size).toBe(3);
  });

  it('has entries with texts, dates, authors, categories, link and coordinates (13.24)', () => {
    const entry = readEntry({
      excerpt: '<p>Música de cambra</p>',
      description: '<p>R&amp;B &lt; jazz</p>',
      categories: [term(1, 'Música')],
      tags: [{ ...term(2, 'blues'), ml_language: 'en' }],
      organizer: [organizer(), organizer({ organizer: 'Orfeó', ml_language: 'es' })],
      venue: [venue({ geo_lat: null, geo_lng: null }), venue()],
    });
    expect(entry).toMatchObject({
      title: { value: 'Concert de primavera' },
      published: '2026-12-01T10:00:00Z',
      updated: '2027-01-10T09:15:30Z',
      content: { type: 'html', value: '<p>R&amp;B &lt; jazz</p>' },
      authors: [{ name: 'Coral & Cia' }, { name: 'Orfeó' }],
      categories: [
        { term: 'música', label: 'Música' },
        { term: 'blues', label: 'blues' },
      ],
      links: [{ rel: 'alternate', type: 'text/html', hreflang: 'ca', href: 'https://reus.example/ca/concert' }],
      georss: { point: { lat: 41.1553, lng: 1.1087 } },
    });
    expect(entry?.summary?.value).toMatch(/^dilluns, 8 de març .*\(CET\)\. Música de cambra$/);
  });

  it('has one entry id for all languages and filters of an event, and the language of each text (13.24)', () => {
    const catalanFeed = atomFeed(FEED, [feedEvent({ tags: [{ ...term(2, 'blues'), ml_language: 'en' }] })]);
    expect(catalanFeed).toContain('<category xml:lang="en" term="blues" label="blues"/>');
    const spanishEntry = readEntry(
      { ml_language: 'es', title: 'Concierto' },
      { language: 'en', selfUrl: `${FEED.selfUrl}&tags=x` },
    );
    expect(readAtom(catalanFeed).entries?.[0]?.id).toBe(spanishEntry?.id);
    expect(atomFeed(FEED, [feedEvent({ ml_language: 'es' })])).toContain('<entry xml:lang="es">');
    expect(readEntry({ id: 285 })?.id).not.toBe(spanishEntry?.id);
  });

  it.each([
    ['excerpt', { excerpt: `<p>${'paraula '.repeat(100)}</p>`, description: '<p>no</p>' }, /paraula…$/],
    ['description', { description: '<p>Primer</p><p>segon</p>' }, /\. Primer segon$/],
    ['description of one word', { description: `<p>${'🎉'.repeat(400)}</p>` }, /🎉…$/u],
    ['no excerpt and no description', {}, /\(CET\)$/],
  ])('has a summary of at most 500 characters, with %s (13.24)', (_what, changes, end) => {
    const summary = readEntry(changes)?.summary?.value ?? '';
    expect(summary).toMatch(end);
    expect(summary.length).toBeLessThanOrEqual(500);
  });

  it('of an unpublished event without a page has an entry without publication date and link (13.24)', () => {
    const entry = readEntry({ date: null, date_utc: null }, { pageUrl: () => undefined });
    expect(entry).not.toHaveProperty('published');
    expect(entry).not.toHaveProperty('links');
  });

  it('of a protected event has title, dates, modification and page only (13.19)', () => {
    const [, , , , , entry] = read([reducedEvent()]).elements.children;
    expect(entry?.children.map(({ name }) => name)).toEqual(['id', 'title', 'updated', 'link', 'summary', 'content']);
    expect(entry?.children.at(-1)?.text).toBe('');
  });

  it('is well-formed XML whatever its texts contain (13.24)', () => {
    const text = `]]> <b a='1' c="2">&amp; \0\b\u001b\ufffe\ud800\r\n\tBEGIN:VEVENT 🎉`;
    const readable = `]]> <b a='1' c="2">&amp; \n\tBEGIN:VEVENT 🎉`;
    const { elements } = read([feedEvent({ title: text, description: text, tags: [term(1, text)] })], { name: text });
    const entry = elements.children.at(-1)?.children;
    for (const name of ['title', 'content'])
      expect(entry?.find((element) => element.name === name)?.text).toBe(readable);
    expect(elements.children.find(({ name }) => name === 'title')?.text).toBe(readable);
  });
});
