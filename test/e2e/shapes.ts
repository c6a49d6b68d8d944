import { expect } from '@jest/globals';
import type { Kind } from '../support/records/kinds.js';

/** Whether the value of a member has its documented type. */
type Check = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Check>>;

const integer: Check = (value) => Number.isSafeInteger(value);
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const text: Check = (value) => typeof value === 'string';
const nonEmptyText: Check = (value) => text(value) && value !== '';
const flag: Check = (value) => typeof value === 'boolean';
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    text(value) && pattern.test(value as string);
const object: Check = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (shape: () => Shape): Check =>
  (value) =>
    Array.isArray(value) && value.every((each) => findMismatches(each, shape()).length === 0);
const shaped =
  (shape: () => Shape): Check =>
  (value) =>
    findMismatches(value, shape()).length === 0;

const date = matching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const instant = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/);
const address = matching(/^https?:\/\/[^/]+\//);
const language = matching(/^(ca|en|es)$/);
const translations: Check = (value) =>
  object(value) &&
  Object.keys(value as object).length > 0 &&
  Object.entries(value as object).every(
    ([each, members]) =>
      language(each) && findMismatches(members, { slug: nonEmptyText, rest_url: address }).length === 0,
  );

const IMAGE: Shape = {
  id: integer,
  url: address,
  extension: orNull(nonEmptyText),
  width: orNull(integer),
  height: orNull(integer),
  alt: orNull(text),
  sizes: object,
};
const RECORD: Shape = {
  id: integer,
  url: address,
  rest_url: matching(/^https?:\/\/[^/]+(\/wp-json)?\/calendar\/events\/v1\/\w+\/\d+$/),
  slug: nonEmptyText,
  description: text,
  ml_language: language,
  ml_translations: translations,
};
const PUBLISHED: Shape = {
  ...RECORD,
  author: orNull(integer),
  status: matching(/^(publish|future|draft|pending|private|trash)$/),
  date: orNull(date),
  date_utc: orNull(date),
  modified: date,
  modified_utc: date,
  image: orNull(shaped(() => IMAGE)),
  custom_fields: object,
};
const VENUE: Shape = {
  ...PUBLISHED,
  venue: nonEmptyText,
  ...Object.fromEntries(
    ['address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone', 'website'].map((name) => [
      name,
      orNull(nonEmptyText),
    ]),
  ),
  geo_lat: orNull(number),
  geo_lng: orNull(number),
  show_map: flag,
  show_map_link: flag,
};
const ORGANIZER: Shape = {
  ...PUBLISHED,
  organizer: nonEmptyText,
  phone: orNull(nonEmptyText),
  website: orNull(nonEmptyText),
  email: orNull(nonEmptyText),
};
const EMBEDDED_TAG: Shape = { ...RECORD, name: nonEmptyText };
const EMBEDDED_CATEGORY: Shape = { ...EMBEDDED_TAG, parent: orNull(integer) };
const COST: Shape = {
  currency_symbol: text,
  currency_code: text,
  currency_position: matching(/^(prefix|postfix|)$/),
  values: (value) => Array.isArray(value) && value.every(matching(/^\d+(\.\d+)?$/)),
};
const EVENT: Shape = {
  ...PUBLISHED,
  title: nonEmptyText,
  excerpt: text,
  start_date: date,
  end_date: date,
  starts_at: instant,
  ends_at: instant,
  timezone: nonEmptyText,
  timezone_abbr: nonEmptyText,
  cost: text,
  cost_details: shaped(() => COST),
  website: orNull(nonEmptyText),
  ...Object.fromEntries(
    [
      'all_day',
      'show_map',
      'show_map_link',
      'hide_from_listings',
      'sticky',
      'featured',
      'ticketed',
      'password_protected',
    ].map((name) => [name, flag]),
  ),
  post_parent: orNull(integer),
  categories: listOf(() => EMBEDDED_CATEGORY),
  tags: listOf(() => EMBEDDED_TAG),
  venue: listOf(() => VENUE),
  organizer: listOf(() => ORGANIZER),
};

/** The members of a record in a response, each with the check of its type. */
export const SHAPES: Readonly<Record<Kind['path'], Shape>> = {
  events: EVENT,
  venues: VENUE,
  organizers: ORGANIZER,
  categories: { ...EMBEDDED_CATEGORY, count: integer },
  tags: { ...EMBEDDED_TAG, count: integer },
};

/** The members that are missing, of a wrong type or undocumented. */
function findMismatches(value: unknown, shape: Shape): string[] {
  if (!object(value)) return ['(no object)'];
  const members = value as Record<string, unknown>;
  const wrong = Object.keys(shape).filter((key) => !(key in members) || !shape[key]?.(members[key]));
  return [...wrong, ...Object.keys(members).filter((key) => !(key in shape))];
}

/** Expects a record to have exactly the documented members of its kind, each of the documented type. */
export function expectShape(record: unknown, shape: Shape): void {
  expect([findMismatches(record, shape), record]).toEqual([[], record]);
}
