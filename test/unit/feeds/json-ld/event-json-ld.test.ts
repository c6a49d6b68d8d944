import { afterAll, describe, expect, it } from 'vitest';
import { eventJsonLd, jsonLdList, type JsonLdOptions } from '../../../../src/feeds/json-ld/event-json-ld.js';
import { jsonLdDocument } from '../../../../src/feeds/json-ld/json-ld-document.js';
import { parseCost } from '../../../../src/events/cost/cost.js';
import { costDetails } from '../../../../src/events/cost/cost-details.js';
import type { EventView } from '../../../../src/events/dto/event.view.js';
import { feedEvent, organizer, reducedEvent, term, venue } from '../../../support/feeds/feed-event.js';
import { casesByRunMode } from '../../../support/run/run-mode.js';
import { findJsonLdErrors } from '../../../support/feeds/read-json-ld.js';

const API = 'https://agenda.example/calendar/events/v1';
const NO_PAGES: JsonLdOptions = { pageUrl: () => undefined };
const PAGES: JsonLdOptions = { pageUrl: ({ slug, language }) => `https://reus.example/${language}/${slug}` };

/** Documents that the tests read. They are checked together, which is faster. The short form checks every third. */
const documents: string[] = [];
afterAll(() => expect(findJsonLdErrors(casesByRunMode(documents, (_text, index) => index % 3 === 0))).toEqual([]));

function readDocument(text: string): Record<string, unknown> {
  documents.push(text);
  return JSON.parse(text) as Record<string, unknown>;
}

const read = (changes: Partial<EventView> = {}, options = NO_PAGES) =>
  readDocument(jsonLdDocument(eventJsonLd(feedEvent(changes), options)));

const place = {
  '@type': 'Place',
  name: 'Teatre Fortuny',
  address: {
    '@type': 'PostalAddress',
    streetAddress: 'Plaça de Prim, 4',
    postalCode: '43201',
    addressLocality: 'Reus',
    addressRegion: 'Tarragona',
    addressCountry: 'ES',
  },
  geo: { '@type': 'GeoCoordinates', latitude: 41.1553, longitude: 1.1087 },
};
const stream = { '@type': 'VirtualLocation', url: 'https://stream.example/' };

describe('eventJsonLd', () => {
  it('has exactly the values that the event has (13.25)', () => {
    expect(read()).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Event',
      '@id': `${API}/events/284`,
      url: `${API}/events/284`,
      name: 'Concert de primavera',
      inLanguage: 'ca',
      startDate: '2027-03-08T19:00:00+01:00',
      endDate: '2027-03-08T21:00:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      subjectOf: expect.any(Object),
    });
  });

  it('has description, image, terms, organizers and places (13.25)', () => {
    const bare = { address: null, city: null, zip: null, stateprovince: null, country: null, geo_lat: null };
    const event = read({
      description: '<p>R&amp;B</p><ul><li>un</li><li>dos</li></ul>',
      image: { id: 1, url: 'https://img.example/a.jpg' } as EventView['image'],
      categories: [term(1, 'Música')],
      tags: [term(2, 'jazz, blues')],
      organizer: [organizer()],
      venue: [venue(), venue({ venue: 'Plaça', geo_lng: null, ...bare })],
    });
    expect(event).toMatchObject({
      description: 'R&B\n- un\n- dos',
      image: 'https://img.example/a.jpg',
      keywords: ['Música', 'jazz, blues'],
      organizer: {
        '@type': 'Organization',
        name: 'Coral & Cia',
        telephone: '+34 977 010 010',
        email: 'info@coral.example',
        url: 'https://coral.example/',
      },
    });
    expect(event['location']).toEqual([place, { '@type': 'Place', name: 'Plaça' }]);
  });

  it.each([
    ['cancelled', 'https://schema.org/EventCancelled'],
    ['postponed', 'https://schema.org/EventPostponed'],
    ['rescheduled', 'https://schema.org/EventRescheduled'],
  ] as const)('of an event that is %s has its status (13.25)', (event_status, eventStatus) => {
    expect(read({ event_status })).toMatchObject({ eventStatus });
  });

  it.each([
    ['offline', 'with a venue and an address', place],
    ['offline', 'without a venue', stream],
    ['online', 'with a venue and an address', stream],
    ['online', 'without an address', place],
    ['mixed', 'with a venue and an address', [place, stream]],
    ['mixed', 'without a venue', stream],
  ] as const)('of an event that is %s, %s, has its mode and location (13.25)', (attendance_mode, given, location) => {
    const event = read({
      attendance_mode,
      venue: given === 'without a venue' ? [] : [venue()],
      online_url: given === 'without an address' ? null : stream.url,
    });
    expect(event['location']).toEqual(location);
    const mode = { offline: 'Offline', online: 'Online', mixed: 'Mixed' }[attendance_mode];
    expect(event['eventAttendanceMode']).toBe(`https://schema.org/${mode}EventAttendanceMode`);
  });

  it('has times with the offset of the zone, or days if the event is all-day (13.25)', () => {
    expect(read({ previous_start_date: '2026-08-01 20:00:00' })).toMatchObject({
      previousStartDate: '2026-08-01T20:00:00+02:00',
      startDate: '2027-03-08T19:00:00+01:00',
      endDate: '2027-03-08T21:00:00+01:00',
    });
    const days = { start_date: '2027-12-31 00:00:00', end_date: '2028-01-01 23:59:59' };
    expect(read({ all_day: true, ...days, previous_start_date: '2027-12-30 00:00:00' })).toMatchObject({
      previousStartDate: '2027-12-30',
      startDate: '2027-12-31',
      endDate: '2028-01-01',
    });
  });

  const url = 'https://tickets.example/';
  const free = { isAccessibleForFree: true };

  it.each<[string[], object]>([
    [['Donation'], {}],
    [['20'], {}],
    [['5 €', '5 CHF'], {}],
    [['5 CHF'], { offers: { '@type': 'Offer', price: '5', priceCurrency: 'CHF', url } }],
    [['0', '20 €'], { offers: { '@type': 'AggregateOffer', lowPrice: '0', highPrice: '20', priceCurrency: 'EUR' } }],
    [['0'], { ...free, offers: { '@type': 'Offer', price: '0', url } }],
    [['0.00 €'], { ...free, offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR', url } }],
  ])('of a cost of %j has the offers that its values allow (13.26)', (cost, expected) => {
    const { offers, isAccessibleForFree } = read({ cost_details: costDetails(parseCost(cost)), website: url });
    expect({ offers, isAccessibleForFree }).toEqual(expected);
  });

  it('has the page URLs of the event and its translations, or their API URLs if they have no pages (13.25, 13.26)', () => {
    const translation = (language: string, url: string) => ({ '@type': 'WebPage', url, inLanguage: language });
    expect(read({}, PAGES)).toMatchObject({
      '@id': 'https://reus.example/ca/concert',
      url: 'https://reus.example/ca/concert',
      subjectOf: {
        ...translation('ca', 'https://reus.example/ca/concert'),
        workTranslation: [
          translation('ca', 'https://reus.example/ca/concert-ca'),
          translation('es', 'https://reus.example/es/concert-es'),
        ],
      },
    });
    expect(read()).toMatchObject({
      subjectOf: {
        url: `${API}/events/284`,
        workTranslation: [{ url: `${API}/events/284?ml_language=ca` }, { url: `${API}/events/284?ml_language=es` }],
      },
    });
  });

  it('has the name of the parent, or only its address if the parent was not read (13.25)', () => {
    const parents = new Map([[12, feedEvent({ id: 12, slug: 'festival', title: 'Festival' })]]);
    const url = 'https://reus.example/ca/festival';
    expect(read({ post_parent: 12 }, { ...PAGES, parents })).toMatchObject({
      superEvent: { '@type': 'Event', '@id': url, url, name: 'Festival' },
    });
    expect(read({ post_parent: 12 })).toMatchObject({ superEvent: { '@id': `${API}/events/12` } });
  });

  it('of a protected event has title, dates, status and address only (13.19)', () => {
    const members = Object.keys(readDocument(jsonLdDocument(eventJsonLd(reducedEvent(), PAGES))));
    expect(members.toSorted().join(' ')).toBe('@context @id @type endDate eventStatus inLanguage name startDate url');
  });
});

describe('JSON-LD documents', () => {
  it('escape characters that could end a script element or a line of its script (13.27)', () => {
    const title = '</script><!-- R&B \u2028\u2029 "';
    const text = jsonLdDocument(eventJsonLd(feedEvent({ title }), NO_PAGES));
    expect(text).toContain(String.raw`\u003c/script\u003e\u003c!-- R\u0026B \u2028\u2029 \"`);
    expect(readDocument(text)).toMatchObject({ name: title });
  });

  it('of a page of events are one graph (13.27)', () => {
    const document = readDocument(jsonLdList([feedEvent({ title: 'Un' }), feedEvent({ title: 'Dos' })], NO_PAGES));
    expect(document).toEqual({
      '@context': 'https://schema.org',
      '@graph': ['Un', 'Dos'].map((name) => expect.objectContaining({ '@type': 'Event', name }) as object),
    });
    expect(readDocument(jsonLdList([], NO_PAGES))).toEqual({ '@context': 'https://schema.org', '@graph': [] });
  });

  it('with a property, type or status that schema.org does not have fail these tests (13.25)', () => {
    const status = { '@type': 'Event', eventStatus: 'https://schema.org/EventMoved' };
    const nodes = [{ '@type': 'Event', titel: 'A' }, { '@type': 'Concert' }, status];
    const errors = findJsonLdErrors(nodes.map(jsonLdDocument));
    expect(errors).toEqual(nodes.map(() => expect.stringContaining('Not schema.org')));
  });
});
