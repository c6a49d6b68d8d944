import { abbreviation, costView, withOffset } from './readings.js';

/** Column values as PostgreSQL text. */
export type Row = Readonly<Record<string, string | null>>;

type Json = string | number | boolean | null | Readonly<Record<string, string>>;

/** Row of a linked record, with columns in the order of the statements. */
type Link = readonly [id: number, slug: string, description: string, language: string, translations: Slugs, ...Json[]];
type Slugs = Readonly<Record<string, string>>;

const NAMESPACE = `${process.env['PUBLIC_URL']}/calendar/events/v1`;

/** Event with the same members in the same order as in the service. */
export function eventView(row: Row) {
  const read = (name: string): unknown => JSON.parse(row[name] ?? 'null');
  const readFlag = (name: string) => row[name] === 't';
  const id = Number(row['id']);
  const [start, end] = [row['start_local'] ?? '', row['end_local'] ?? ''];
  return {
    ...recordView('events', [
      id,
      row['slug'] ?? '',
      row['description'] ?? '',
      row['language'] ?? '',
      read('translations') as Slugs,
    ]),
    author: row['author_id'] === null ? null : Number(row['author_id']),
    status: 'publish',
    date: row['date'],
    date_utc: row['date_utc'],
    modified: row['modified'],
    modified_utc: row['modified_utc'],
    image: imageView(read('image') as StoredImage | null, row['image_alt'] ?? null),
    custom_fields: read('custom_fields'),
    title: row['title'],
    excerpt: row['excerpt'],
    all_day: readFlag('all_day'),
    start_date: start,
    end_date: end,
    starts_at: withOffset(start, Number(row['start_offset'])),
    ends_at: withOffset(end, Number(row['end_offset'])),
    timezone: row['timezone'],
    timezone_abbr: abbreviation(row['timezone'] ?? 'UTC', start, Number(row['start_offset'])),
    event_status: row['event_status'],
    attendance_mode: row['attendance_mode'],
    online_url: row['online_url'],
    previous_start_date: row['previous_start_date'],
    ...costView(row['cost'] ?? '{}'),
    website: row['website'],
    show_map: readFlag('show_map'),
    show_map_link: readFlag('show_map_link'),
    hide_from_listings: readFlag('hide_from_listings'),
    sticky: readFlag('sticky'),
    featured: readFlag('featured'),
    ticketed: readFlag('ticketed'),
    password_protected: readFlag('password_protected'),
    post_parent: row['post_parent'] === null ? null : Number(row['post_parent']),
    categories: ((read('categories') ?? []) as Link[]).map(categoryView),
    tags: ((read('tags') ?? []) as Link[]).map(termView),
    venue: ((read('venue') ?? []) as Link[]).map(venueView),
    organizer: ((read('organizer') ?? []) as Link[]).map(organizerView),
  };
}

function recordView(kind: string, [id, slug, description, ml_language, slugs]: Link) {
  const rest_url = `${NAMESPACE}/${kind}/${id}`;
  const ml_translations: Record<string, object> = {};
  for (const language in slugs) {
    ml_translations[language] = { slug: slugs[language], rest_url: `${rest_url}?ml_language=${language}` };
  }
  return { id, slug, description, url: rest_url, rest_url, ml_language, ml_translations };
}

const termView = (tag: Link) => ({ ...recordView('tags', tag), name: tag[5] });
const categoryView = (category: Link) => ({
  ...recordView('categories', category),
  name: category[5],
  parent: category[6],
});

function publishableView(kind: string, record: Link) {
  const [, , , , , , author, date, modified, image, alt, custom_fields] = record;
  const dates = { date, date_utc: date, modified, modified_utc: modified };
  const shownImage = imageView(image as unknown as StoredImage | null, alt as string | null);
  return { ...recordView(kind, record), author, status: 'publish', ...dates, image: shownImage, custom_fields };
}

function venueView(row: Link) {
  const [
    address,
    city,
    country,
    province,
    state,
    storedStateProvince,
    zip,
    phone,
    website,
    geo_lat,
    geo_lng,
    show_map,
    show_map_link,
  ] = row.slice(12);
  const derivedStateProvince = country === null || country === 'US' ? state : province;
  return {
    ...publishableView('venues', row),
    venue: row[5],
    address,
    city,
    country,
    province,
    state,
    stateprovince: storedStateProvince ?? derivedStateProvince,
    zip,
    phone,
    website,
    geo_lat,
    geo_lng,
    show_map,
    show_map_link,
  };
}

function organizerView(row: Link) {
  const [phone, website, email] = row.slice(12);
  return { ...publishableView('organizers', row), organizer: row[5], phone, website, email };
}

type StoredImage = readonly [id: number, url: string];

function imageView(image: StoredImage | null, alt: string | null) {
  if (!image) return null;
  const [id, url] = image;
  const extension = url.slice(url.lastIndexOf('.') + 1);
  return { id, url, extension, width: null, height: null, alt, sizes: {} };
}
