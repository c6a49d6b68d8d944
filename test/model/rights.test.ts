import { beforeAll, describe, expect, it } from 'vitest';
import { diffAllWithModel, diffWithModel } from './compare.js';
import { REQUIRED_FIELDS } from './generators/fields.js';
import { newEvent, newPublication } from './publishing.js';
import { isTerm, isTermKind, TITLE_FIELDS } from './records.js';
import type { AnyRecord, KindName, User } from './records.js';
import { parametersOf, type Fields, type ModelRequest, type Query } from './requests.js';
import { ACTIVE_STATUSES, isReferable, STATUSES, type ActiveStatus } from './rights.js';
import { RUN_FACTOR } from './run-options.js';
import { storeRecords } from './store.js';
import { USERS, useModel } from './use-model.js';

const NOW = Date.parse('2026-03-02T12:00:00Z') / 1000;
const UNKNOWN_ID = 987_654_321;
/** Higher than the ids that the service assigns in this test. */
const FIRST_ID = 10_000;
const PUBLISHED_KINDS = ['event', 'venue', 'organizer'] as const;

/**
 * The full form tries every operation on every record of {@link selectRecords}, with every method. The short form tries
 * every operation on one of the user's own records of each status and on every 13th other record. It creates and lists
 * each status with one kind. It leaves out the second author, except in lists. The operations on records also leave
 * out the administrator, who has the rights of an editor.
 */
const IS_FULL = RUN_FACTOR > 1;
const ROUNDS = IS_FULL ? 6 : 1;
const SECOND_AUTHOR = USERS.lastIndexOf('author');

/** All items, or in the short form every nth one. */
const everyNth = <Item>(items: readonly Item[], stride: number, offset: number): readonly Item[] =>
  IS_FULL ? items : items.filter((_item, position) => (position + offset) % stride === 0);

const { calendar, state } = useModel(NOW);

/**
 * A record of every kind, owner and status, in and outside the trash, and some terms. Public records are published this second, scheduled
 * ones in the next. In the trash, these times are relative to the deletion: a scheduled record is never published in the trash (8.9).
 * Drafts and terms have one translation. Events without an author are in no list without `hide_from_listings`.
 */
function everyRecord(): AnyRecord[] {
  const texts = (slug: string) => ({ en: { title: slug, description: '', excerpt: '', slug } });
  const delays: Partial<Record<ActiveStatus, number>> = { publish: 0, future: 1 };
  const owners = [...state.users.filter(({ id }) => id > 0).map(({ id }) => id), null];
  const published = PUBLISHED_KINDS.flatMap((kind) =>
    owners.flatMap((author) =>
      ACTIVE_STATUSES.flatMap((status) => [null, NOW - 60].map((trashedAt) => ({ kind, author, status, trashedAt }))),
    ),
  );
  return [
    ...published.map(({ kind, author, status, trashedAt }, index) => {
      const slug = `dret-${index + 1}`;
      const delay = delays[status];
      const record = {
        ...newPublication({ state, user: state.users[0] as User, language: 'en', isExplicit: false }),
        id: FIRST_ID + index,
        texts: { ...texts(slug), ...(status === 'draft' ? {} : { ca: texts(`${slug}-ca`).en }) },
        author,
        status: status === 'future' ? ('publish' as const) : status,
        publishedAt: delay === undefined ? null : (trashedAt ?? NOW) + delay,
        trashedAt,
        modifiedAt: NOW - 60,
      };
      return kind === 'event'
        ? { ...newEvent(record), startsAt: NOW + 3600, endsAt: NOW + 7200, hidden: author === null }
        : { ...record, kind, fields: {} };
    }),
    ...(['category', 'tag'] as const).flatMap((kind) =>
      Array.from({ length: 3 }, (_term, index) => {
        const id = 901 + index;
        return { kind, id, texts: texts(`terme-${id}`), former: [], parent: null };
      }),
    ),
  ];
}

async function store(records: AnyRecord[]): Promise<void> {
  Object.assign(state, { records, deleted: [] });
  await storeRecords(calendar.databaseUrl, records);
}

interface Operation {
  readonly verb: 'read' | 'update' | 'remove';
  readonly methods: readonly string[];
  readonly fields: Fields;
  readonly query: Query;
}

/** Operations on one record. Methods, and access by id or by slug, alternate between records. */
const OPERATIONS: readonly Operation[] = [
  { verb: 'read', methods: ['GET', 'HEAD'], fields: {}, query: {} },
  ...[{ description: 'New' }, ...[...ACTIVE_STATUSES, 'trash'].map((status) => ({ status }))].map(
    (fields) => ({ verb: 'update', methods: ['PATCH', 'PUT', 'POST'], fields, query: {} }) as const,
  ),
  ...[{}, { force: true }, { force: true, ml_scope: 'record' } as const, { ml_scope: 'translation' } as const].map(
    (query) => ({ verb: 'remove', methods: ['DELETE'], fields: {}, query }) as const,
  ),
];

const requestOf = (user: User, kind: KindName, fields: Fields = {}) => {
  const context = { state, user, language: 'en', isExplicit: true, source: 'query' } as const;
  return { ...context, ...parametersOf({}), kind, fields };
};

/**
 * Records of a user, of another author and without an author, and terms. In the short form, every 13th of them, but
 * every third of the user's records outside the trash: one of each of the five statuses, because 3 and 5 have no common
 * divisor.
 */
function selectRecords(records: readonly AnyRecord[], user: User, rotation: number): AnyRecord[] {
  const authors = new Set([state.users[SECOND_AUTHOR]?.id, null]);
  const own = records.filter((record) => !isTerm(record) && record.author === user.id && record.trashedAt === null);
  const related = records.filter((record) => isTerm(record) || authors.has(record.author) || record.author === user.id);
  return [
    ...everyNth(own, 3, rotation),
    ...everyNth(
      related.filter((each) => !own.includes(each)),
      13,
      rotation,
    ),
  ];
}

/** Requests of a user for the given records and for one that does not exist. */
function requestsOn(records: readonly AnyRecord[], user: User, operation: Operation, rotation: number): ModelRequest[] {
  const { verb, methods, fields, query } = operation;
  const missing = { kind: 'event' as const, id: UNKNOWN_ID, texts: { en: undefined } };
  return [...records, missing].map(({ kind, id, texts }, position) => {
    const isBySlug = !isTermKind(kind) && (position + rotation) % 2 === 1;
    return {
      ...requestOf(user, kind, fields),
      ...parametersOf(query),
      verb,
      method: methods[(position + rotation) % methods.length] as string,
      address: isBySlug ? { slug: texts.en?.slug ?? 'nowhere' } : { id },
    };
  });
}

it.each(OPERATIONS)(
  '$verb with fields $fields and query $query: responses match the permission table for every role, owner and status (3.9, 8.3, 8.4, 8.5, 8.6, 8.7, 8.9, 8.10)',
  async (operation) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const records = everyRecord();
      await store(records);
      // The users with the most rights come last, because they change most records.
      for (const [index, user] of [...state.users.entries()].toReversed()) {
        if (!IS_FULL && (index === SECOND_AUTHOR || user.role === 'administrator')) continue;
        const rotation = index + round + OPERATIONS.indexOf(operation);
        const requests = requestsOn(selectRecords(records, user, rotation), user, operation, rotation);
        expect(await diffAllWithModel(calendar, requests)).toEqual([]);
      }
    }
  },
  RUN_FACTOR * 60_000,
);

const STATUS_QUERIES: readonly Query[] = [
  {},
  ...[...STATUSES].map((status) => ({ status: [status] })),
  { status: ['publish', 'draft'] },
  { status: ['trash', 'future', 'private'] },
  { status: ['nonsense', 'draft'] },
];
const UNLISTED_QUERIES: readonly Query[] = [{ hide_from_listings: 'true' }, { hide_from_listings: 'any', page: NaN }];

it.each(PUBLISHED_KINDS)(
  'every role lists the records of each status that the permission table allows: %s (6.14, 8.3, 8.5, 8.9, 8.11)',
  async (kind) => {
    if (IS_FULL || kind === 'event') await store(everyRecord());
    const requests = state.users.flatMap((user, index) => {
      const queries = everyNth(STATUS_QUERIES, PUBLISHED_KINDS.length, PUBLISHED_KINDS.indexOf(kind) + index);
      return [...queries, ...(kind === 'event' ? UNLISTED_QUERIES : [])].map((query): ModelRequest => {
        const parameters = parametersOf({ per_page: 50, ...query });
        return { ...requestOf(user, kind), ...parameters, verb: 'list', address: { id: 0 } };
      });
    });
    expect(await diffAllWithModel(calendar, requests)).toEqual([]);
  },
);

const ROLES = USERS.map((role, index) => ({ role, index })).filter(({ index }) => IS_FULL || index !== SECOND_AUTHOR);

const creates = (index: number, kind: KindName, ...fields: Fields[]): ModelRequest[] =>
  fields.map((input) => ({
    ...requestOf(state.users[index] as User, kind, { ...REQUIRED_FIELDS[kind], ...input }),
    verb: 'create',
    address: { id: 0 },
  }));

describe.each(ROLES)('$role $index', ({ index }) => {
  beforeAll(() => store([]));

  it('creates records with the statuses and authors that the role allows (6.4, 8.3, 8.4, 8.6, 8.7, 8.9)', async () => {
    const statuses = [{}, ...[...ACTIVE_STATUSES, 'trash', 'published'].map((status) => ({ status }))];
    const dates = [{}, { date_utc: '2999-12-31 12:00:00' }];
    const authors = [...state.users.filter(({ id }) => id > 0).map(({ id }) => id), UNKNOWN_ID];
    for (const [rotation, kind] of PUBLISHED_KINDS.entries()) {
      const fields = [
        ...statuses.flatMap((status) => dates.map((date) => ({ ...status, ...date }))),
        ...authors.map((author) => ({ author, status: 'draft' })),
      ].map((input, position) => ({ ...input, [TITLE_FIELDS[kind]]: `Dret ${position}` }));
      const selected = everyNth(fields, PUBLISHED_KINDS.length, rotation + index);
      expect(await diffAllWithModel(calendar, creates(index, kind, ...selected))).toEqual([]);
    }
  });

  it('creates terms, venues and organizers with an event as the role allows (6.8, 6.9, 8.3)', async () => {
    const terms = ['categories', 'tags'].flatMap((name) => [{ [name]: ['Dansa'] }, { [name]: ['Dansa', 'Nou'] }]);
    const linked = ['venue', 'organizer'].flatMap((name, rotation) => {
      const statuses = [{}, ...ACTIVE_STATUSES.map((status) => ({ status }))];
      const links = statuses.map((status, position) => ({ [name]: [{ [name]: `Sala ${position}`, ...status }] }));
      return everyNth(links, 2, rotation);
    });
    const ownTerms = (['category', 'tag'] as const).flatMap((kind) =>
      creates(index, kind, { name: `Dansa ${kind}` }, { name: 'Dansa' }),
    );
    const differences: string[] = [];
    for (const request of [...ownTerms, ...creates(index, 'event', ...terms, ...linked)])
      differences.push(...(await diffWithModel(calendar, request)));
    expect(differences).toEqual([]);
  });
});

describe('An event can be linked', () => {
  beforeAll(() => store(everyRecord()));

  it.each(ROLES)('to the records that $role $index may read, by id and by name (6.8, 6.10, 8.5)', async ({ index }) => {
    const user = state.users[index] as User;
    const context = { state, user, language: 'en', isExplicit: true } as const;
    const linkable = selectRecords(state.records, user, index).filter(
      (record) => !isTerm(record) && isReferable(context, record),
    );
    const links = linkable.flatMap(({ kind, id, texts }): Fields[] =>
      kind === 'event' ? [{ post_parent: id }] : [{ [kind]: [id] }, { [kind]: [{ [kind]: texts.en?.title }] }],
    );
    const fields = links.map((link, position) => ({ ...link, title: `Lligat ${position}`, status: 'draft' }));
    expect(await diffAllWithModel(calendar, creates(index, 'event', ...fields))).toEqual([]);
  });
});
