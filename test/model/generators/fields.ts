import fc, { type Arbitrary } from 'fast-check';
import type { KindName } from '../records.js';

/** Placeholder for a record of a kind. The record is chosen among those that exist when the command runs. */
export interface Reference {
  readonly index: number;
}

export const reference: Arbitrary<Reference> = fc.record({ index: fc.nat(30) });
/** Names that differ by case, accents or punctuation only, and a name of digits. */
const SIMILAR_NAMES = ['C', 'C++', 'Sol', 'Sòl', 'sol', '2027'];
const name = fc.constantFrom('Fira', 'fíra', 'Fira Major', 'Festa de la Mercè', 'Concert', '★', ...SIMILAR_NAMES);
const slug = fc.constantFrom('fira', 'fira-2', 'Concert', 'festa-de-la-merce', '2027', '');
const description = fc.constantFrom('', '<p>One</p>', '<p>Two</p>');
const status = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('publish', 'draft', 'pending', 'private', 'future') },
  { weight: 1, arbitrary: fc.constantFrom('trash', 'nonsense') },
);
const date = fc.constantFrom('2026-02-01 10:00:00', '2026-03-02 20:00:00', '2026-03-04 10:00:00', null);
const author = fc.record({ user: fc.nat(5) });
const start = fc.constantFrom('2026-03-03 10:00:00', '2026-03-05 19:00:00', '2026-03-05 23:00:00');
const end = fc.constantFrom('2026-03-05 20:00:00', '2026-03-06 22:00:00', '2029-01-01 10:00:00');
const website = fc.constantFrom('https://one.example/', 'https://two.example/', null);

function inlineLinks(kind: 'venue' | 'organizer') {
  const fields = {
    [kind]: fc.constantFrom('Sala', 'sàla', 'Teatre', 'Sol', 'Sòl'),
    status: fc.constantFrom('draft', 'publish', 'private'),
  };
  const city = fc.constantFrom('Reus', 'RÉUS', 'Valls');
  const place = { city, zip: fc.constantFrom('43201', '43800'), country: fc.constantFrom('ES', 'es') };
  const drafts = fc.record<Record<string, unknown>>(kind === 'venue' ? { ...fields, ...place } : fields, {
    requiredKeys: [kind],
  });
  // The second point is 0.9 km from the first, the third 1.1 km.
  const latitude = fc.option(fc.constantFrom(41.15, 41.1581, 41.1599), { freq: 2 });
  const inline = fc
    .tuple(drafts, latitude)
    .map(([draft, geo_lat]) =>
      kind === 'organizer' || geo_lat === null ? draft : { ...draft, geo_lat, geo_lng: 1.1 },
    );
  return fc.array(fc.oneof(reference, reference, inline), { maxLength: 2 });
}
const text = fc.constantFrom('Fira', 'fira-2', 'Dansa', 'dansà', 'c', 'tag-2027', ...SIMILAR_NAMES.slice(0, 5));
const terms = fc.array(
  fc.oneof(
    reference,
    text,
    text,
    fc.constantFrom<object[]>({ name: '2027' }, { name: 'fira' }, { name: 'C' }, { slug: 'FIRA' }, { slug: 'c' }),
  ),
  { maxLength: 3 },
);

const PUBLICATION = { status, author, description, website, date_utc: date };
const EVENT = {
  ...PUBLICATION,
  title: name,
  excerpt: description,
  slug,
  start_date: start,
  end_date: end,
  venue: inlineLinks('venue'),
  organizer: inlineLinks('organizer'),
  categories: terms,
  tags: terms,
  post_parent: fc.option(reference),
  hide_from_listings: fc.boolean(),
  featured: fc.boolean(),
  password: fc.constantFrom('obre', 'tanca', null),
};
const venueOrOrganizerName = fc.constantFrom('Sala', 'Sàla', 'Teatre', 'Fira');
const TERM = { name, slug, description };

/** Fields that a write of each kind may send. */
export const FIELDS: Record<KindName, Record<string, Arbitrary<unknown>>> = {
  event: EVENT,
  venue: { ...PUBLICATION, venue: venueOrOrganizerName },
  organizer: { ...PUBLICATION, organizer: venueOrOrganizerName },
  category: { ...TERM, parent: fc.option(reference) },
  tag: TERM,
};

/** Fields that every create sends. */
export const REQUIRED_FIELDS: Record<KindName, Record<string, unknown>> = {
  event: { title: 'Fira', start_date: '2026-03-05 10:00:00', end_date: '2026-03-05 22:00:00' },
  venue: { venue: 'Sala' },
  organizer: { organizer: 'Sala' },
  category: { name: 'Fira' },
  tag: { name: 'Fira' },
};

/** Some of the given fields. */
export function someOf(fields: Readonly<Record<string, Arbitrary<unknown>>>, maxLength: number) {
  const field = fc.oneof(
    ...Object.entries(fields).map(([key, value]) => value.map((fieldValue) => ({ [key]: fieldValue }))),
  );
  return fc.array(field, { maxLength }).map((chosen): Record<string, unknown> => Object.assign({}, ...chosen));
}
