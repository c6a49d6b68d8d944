import { z } from 'zod';
import { DEMO_KINDS, LINKED_KIND_BY_FIELD, type DemoKind } from '../../../src/demo/demo-data.js';
import { WEEKDAYS } from '../../../src/demo/schedule.js';
import { ATTENDANCE_MODES, EVENT_STATUSES } from '../../../src/events/event-status.js';
import { LANGUAGES } from '../../../src/kernel/language/languages.js';
import { slugify } from '../../../src/kernel/text/slugify.js';

/** Records of a JSON file of the demo, by key. */
type Records = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The files of the demo by path, such as `en/venues.json`. */
export type DemoFiles = Readonly<Record<string, Records>>;

/** Combinations of fields that determine the first day of an event. */
const DAY_RULES = ['inDays', 'weekday+week', 'annual', 'weekday+onOrAfter', 'easter', 'dayOfParent', 'hoursFromNow'];
const DURATION_FIELDS = new Set(['days', 'from', 'to', 'ongoing']);

const text = z.string().trim().min(1);
const count = z.int().min(1);
const keys = z.array(text).min(1);
const monthAndDay = z.string().regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'expected MM-DD');
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'expected HH:MM');
const image = z.strictObject({ url: z.string().regex(/^\/demo\/pictures\/[a-z-]+\.webp$/), alt: text });
const customFields = z.record(z.string(), z.unknown());
const note = text.optional();

const schedule = z
  .strictObject({
    inDays: z.int().optional(),
    weekday: z.enum(WEEKDAYS).optional(),
    week: count.optional(),
    annual: monthAndDay.optional(),
    onOrAfter: monthAndDay.optional(),
    easter: z.int().optional(),
    dayOfParent: count.optional(),
    hoursFromNow: count.optional(),
    ongoing: z.literal(true).optional(),
    days: count.optional(),
    from: time.optional(),
    to: time.optional(),
  })
  .refine(
    (value) =>
      DAY_RULES.includes(
        Object.keys(value)
          .filter((name) => !DURATION_FIELDS.has(name))
          .join('+'),
      ),
    {
      error: `expected exactly one of ${DAY_RULES.join(', ')}`,
    },
  )
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'expected both from and to, or neither',
  })
  .refine(({ ongoing, days }) => !ongoing || days !== undefined, { error: 'ongoing requires days' });

const SCHEMAS: Readonly<Record<DemoKind, z.ZodType>> = {
  venues: z.strictObject({
    note,
    address: text,
    city: text,
    province: text,
    country: text,
    zip: text,
    geo_lat: z.number(),
    geo_lng: z.number(),
    phone: text.optional(),
    website: z.url().optional(),
    image: image.optional(),
    custom_fields: customFields.optional(),
  }),
  organizers: z.strictObject({
    note,
    phone: text.optional(),
    email: z.email(),
    website: z.url().optional(),
    image: image.optional(),
  }),
  categories: z.strictObject({ note, parent: text.optional() }),
  tags: z.strictObject({ note }),
  events: z.strictObject({
    note,
    post_parent: text.optional(),
    schedule,
    timezone: text.optional(),
    event_status: z.enum(EVENT_STATUSES).optional(),
    attendance_mode: z.enum(ATTENDANCE_MODES).optional(),
    online_url: z.url().optional(),
    venue: keys.optional(),
    organizer: keys,
    categories: keys,
    tags: keys.optional(),
    image: image.optional(),
    cost: z.union([text, z.number(), z.array(text)]),
    website: z.url().optional(),
    featured: z.boolean().optional(),
    sticky: z.boolean().optional(),
    ticketed: z.boolean().optional(),
    show_map: z.boolean().optional(),
    show_map_link: z.boolean().optional(),
    custom_fields: customFields.optional(),
  }),
};

const TITLE_FIELDS = { venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name', events: 'title' };

const description = text.optional();
const TEXT_SCHEMAS: Readonly<Record<DemoKind, z.ZodType>> = {
  venues: z.strictObject({ venue: text, description }),
  organizers: z.strictObject({ organizer: text, description }),
  categories: z.strictObject({ name: text, description }),
  tags: z.strictObject({ name: text, description }),
  events: z.strictObject({ title: text, excerpt: text, description: text }),
};

/** Returns all errors in the files, one line each: file, record, field and reason. */
export function checkDemoFiles(files: DemoFiles): string[] {
  return DEMO_KINDS.flatMap((kind) => [
    ...checkFields(files, `${kind}.json`, SCHEMAS[kind]),
    ...LANGUAGES.flatMap((language) => checkFields(files, `${language}/${kind}.json`, TEXT_SCHEMAS[kind])),
    ...checkLanguages(files, kind),
    ...checkLinks(files, kind),
    ...checkSlugs(files, kind),
  ]);
}

const recordsOf = (files: DemoFiles, file: string): Records => files[file] ?? {};

function checkFields(files: DemoFiles, file: string, schema: z.ZodType): string[] {
  return Object.entries(recordsOf(files, file)).flatMap(([key, record]) => {
    const issues = schema.safeParse(record).error?.issues ?? [];
    return issues.map(({ path, message }) => `${file}: ${[key, ...path].join('.')}: ${message}`);
  });
}

/** Checks that all texts belong to records, and that records without texts in a language have a note with the reason. */
function checkLanguages(files: DemoFiles, kind: DemoKind): string[] {
  const records = recordsOf(files, `${kind}.json`);
  const unknown = LANGUAGES.flatMap((language) =>
    Object.keys(recordsOf(files, `${language}/${kind}.json`))
      .filter((key) => !records[key])
      .map((key) => `${language}/${kind}.json: ${key}: no such record in ${kind}.json`),
  );
  const missing = Object.entries(records).flatMap(([key, record]) => {
    const missingLanguages = LANGUAGES.filter((language) => !recordsOf(files, `${language}/${kind}.json`)[key]);
    if (missingLanguages.length === 0 || (record['note'] !== undefined && missingLanguages.length < LANGUAGES.length))
      return [];
    return [`${kind}.json: ${key}: no texts in ${missingLanguages.join(', ')}, and no note that says why`];
  });
  return [...unknown, ...missing];
}

/** Checks that linked records exist, and that parents precede their children, because records are loaded in order. */
function checkLinks(files: DemoFiles, kind: DemoKind): string[] {
  const order = Object.keys(recordsOf(files, `${kind}.json`));
  return Object.entries(recordsOf(files, `${kind}.json`)).flatMap(([key, record]) =>
    Object.entries(LINKED_KIND_BY_FIELD).flatMap(([field, target]) =>
      keysIn(record[field]).flatMap((linkedKey) => {
        const location = `${kind}.json: ${key}.${field}`;
        if (!recordsOf(files, `${target}.json`)[linkedKey]) return [`${location}: no "${linkedKey}" in ${target}.json`];
        const isLater = target === kind && order.indexOf(linkedKey) >= order.indexOf(key);
        return isLater ? [`${location}: "${linkedKey}" must come before "${key}"`] : [];
      }),
    ),
  );
}

const keysIn = (value: unknown) => [value].flat().filter((key) => typeof key === 'string');

/** Checks that slugs are unique without a numeric suffix. Concurrent writes would assign the suffixes in any order. */
function checkSlugs(files: DemoFiles, kind: DemoKind): string[] {
  const owners = new Map<string, string>();
  return LANGUAGES.flatMap((language) =>
    Object.entries(recordsOf(files, `${language}/${kind}.json`)).flatMap(([key, texts]) => {
      const slug = slugify(String(texts[TITLE_FIELDS[kind]])).replace(/-\d+$/, '');
      const owner = owners.get(slug) ?? key;
      owners.set(slug, owner);
      return owner === key ? [] : [`${language}/${kind}.json: ${key}: same slug as ${owner}: ${slug}`];
    }),
  );
}
