import fc, { type Arbitrary } from 'fast-check';
import { LANGUAGES, type Language } from '../../support/languages/languages.js';
import { isTermKind, recordsOf, type KindName, type ModelContext, type ModelState, type User } from '../records.js';
import { parametersOf, type Address, type LanguageSource, type ModelRequest, type Query } from '../requests.js';
import { isReferable } from '../rights.js';
import { slugsOf } from '../translations.js';
import { USERS } from '../use-model.js';
import { FIELDS, reference, REQUIRED_FIELDS, someOf, type Reference } from './fields.js';
import { COMMAND_MIX, listRequests } from './list-requests.js';

/** A request. Its record, its links and the query of a list are chosen from the records that exist when it is sent. */
interface RequestCommand {
  readonly verb: ModelRequest['verb'];
  readonly kind: KindName;
  /** Index of the caller among the users. */
  readonly user: number;
  readonly record: Reference;
  readonly by: 'id' | 'slug';
  readonly language: Language;
  readonly source: LanguageSource;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly query: Query;
  /** Seed of the query of a list. */
  readonly seed: number;
}

/** A request, an advance of the clock by some hours, or a comparison of everything that a user can read. */
export type Command = RequestCommand | { readonly hours: number } | { readonly viewer: number };

/** Below the limit of ten wrong passwords (8.13), which this test does not cover. */
const MAX_WRONG_PASSWORDS = 8;
const UNKNOWN_ID = 987_654;
const UNKNOWN_SLUG = 'nothing';

/** Indexes in `USERS`: administrator and editor, authors and contributor, subscriber and anonymous caller. */
const ALL_USERS = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1) },
  { weight: 5, arbitrary: fc.constantFrom(2, 3, 4) },
  { weight: 2, arbitrary: fc.constantFrom(5, 6) },
);
const ALL_KINDS = fc.oneof(
  { weight: 4, arbitrary: fc.constant<KindName>('event') },
  { weight: 2, arbitrary: fc.constant<KindName>('category') },
  fc.constantFrom<KindName[]>('venue', 'organizer', 'tag'),
);
const passwords = fc.constantFrom('obre', 'tanca');

interface RequestOptions {
  readonly kinds?: Arbitrary<KindName>;
  readonly users?: Arbitrary<number>;
  /** The only fields that writes contain. Default: all. */
  readonly fieldNames?: readonly string[];
}

const requests = (
  verb: ModelRequest['verb'],
  maxFields: number,
  { kinds = ALL_KINDS, users = ALL_USERS, fieldNames }: RequestOptions = {},
): Arbitrary<RequestCommand> =>
  kinds.chain((kind) =>
    fc.record({
      verb: fc.constant(verb),
      kind: fc.constant(kind),
      user: users,
      record: reference,
      by: fc.constantFrom('id', 'id', 'slug'),
      language: fc.constantFrom(...LANGUAGES),
      source: fc.constantFrom<LanguageSource[]>('query', 'segment', 'header'),
      fields: fieldsOf(verb, kind, maxFields, fieldNames),
      query: queryOf(verb),
      seed: fc.nat(),
    }),
  );

function fieldsOf(
  verb: ModelRequest['verb'],
  kind: KindName,
  maxFields: number,
  fieldNames?: readonly string[],
): Arbitrary<Record<string, unknown>> {
  const allowed = Object.entries(FIELDS[kind]).filter(([name]) => !fieldNames || fieldNames.includes(name));
  const fields = someOf(Object.fromEntries(allowed), maxFields);
  if (verb === 'create') return fields.map((chosen) => ({ ...REQUIRED_FIELDS[kind], ...chosen }));
  return verb === 'update' ? fields : fc.constant({});
}

function queryOf(verb: ModelRequest['verb']): Arbitrary<Record<string, unknown>> {
  if (verb === 'read') return someOf({ ml_fallback: fc.constant('none'), password: passwords }, 2);
  const removal = { force: fc.constant(true), ml_scope: fc.constantFrom('translation', 'record'), password: passwords };
  return verb === 'remove' ? someOf(removal, 1) : fc.constant({});
}

const anyCommand: Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: requests('create', 5) },
  { weight: 8, arbitrary: requests('update', 4) },
  { weight: 4, arbitrary: requests('remove', 1) },
  { weight: 4, arbitrary: requests('read', 1) },
  { weight: 4, arbitrary: requests('list', 3) },
  { weight: 1, arbitrary: fc.record({ hours: fc.constantFrom(5, 24) }) },
  { weight: 1, arbitrary: fc.record({ viewer: fc.nat(USERS.length - 1) }) },
);

/** Some creates, followed by a random number of commands. */
export const commands = (average: number): Arbitrary<Command[]> =>
  fc
    .tuple(
      fc.array(requests('create', 5), { minLength: 4, maxLength: 10 }),
      fc.noBias(fc.array(anyCommand, { maxLength: 2 * average, size: 'max' })),
    )
    .map(([creates, rest]) => [...creates, ...rest]);

/** Creates, renames and deletions of terms and venues, and events that link them by id or name. */
export function namingCommands(average: number): Arbitrary<Command[]> {
  const users = fc.constantFrom(0, 1, 1, 2);
  const kinds = fc.constantFrom<KindName[]>('category', 'category', 'tag', 'tag', 'venue');
  const fieldNames = ['name', 'slug', 'parent', 'venue', 'categories', 'tags'];
  const eventOptions = { kinds: fc.constant<KindName>('event'), users, fieldNames };
  const command = fc.oneof(
    { weight: 3, arbitrary: requests('create', 4, { kinds, users, fieldNames }) },
    { weight: 3, arbitrary: requests('update', 2, { kinds, users, fieldNames }) },
    { weight: 1, arbitrary: requests('remove', 0, { kinds, users }) },
    { weight: 4, arbitrary: requests('create', 4, eventOptions) },
    { weight: 2, arbitrary: requests('update', 3, eventOptions) },
  );
  return fc.noBias(fc.array(command, { maxLength: 2 * average, size: 'max' }));
}

/** Resolves a command to a request for the records that exist now. */
export function resolveCommand(state: ModelState, command: RequestCommand): ModelRequest {
  const { verb, kind, by, language, source, seed } = command;
  const user = state.users[command.user] as User;
  if (verb === 'list')
    return fc.sample(listRequests(state, kind, COMMAND_MIX, { users: [user] }), {
      seed,
      numRuns: 1,
    })[0] as ModelRequest;
  const context: ModelContext = { state, user, language, isExplicit: source !== 'header' };
  const address = addressOf(state, kind, command.record, by === 'slug' && verb !== 'create' && !isTermKind(kind));
  const fields = Object.entries(command.fields).map(([name, value]) => [name, valueOf(context, name, value)]);
  const query = limitPasswordAttempts(state, address, command.query);
  return { ...context, verb, kind, address, fields: Object.fromEntries(fields), ...parametersOf(query), source };
}

const LINKED_KINDS: Record<string, KindName> = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  post_parent: 'event',
  parent: 'category',
};

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'index' in value;

function valueOf(context: ModelContext, name: string, value: unknown): unknown {
  const kind = LINKED_KINDS[name];
  if (Array.isArray(value)) return value.map((item: unknown) => valueOf(context, name, item));
  if (name === 'author') return context.state.users[(value as { user: number }).user]?.id;
  return kind && isReference(value) ? linkableId(context, kind, value) : value;
}

function linkableId(context: ModelContext, kind: KindName, { index }: Reference): number {
  const { state } = context;
  const linkable = recordsOf<KindName>(state, kind).filter((record) => isReferable(context, record));
  const ids = [...linkable, ...lastDeleted(state, kind)].map(({ id }) => id);
  return ids[index % ids.length] ?? UNKNOWN_ID;
}

const lastDeleted = ({ deleted }: ModelState, kind: KindName) =>
  deleted.filter((record) => record.kind === kind).slice(-1);

function addressOf(state: ModelState, kind: KindName, { index }: Reference, isBySlug: boolean): Address {
  const targets = [
    ...recordsOf<KindName>(state, kind).map((record) => ({
      id: record.id,
      slugs: [...slugsOf(record), ...record.former],
    })),
    ...lastDeleted(state, kind).map(({ id, slug }) => ({ id, slugs: [slug] })),
  ];
  const { id, slugs } = targets[index % targets.length] ?? { id: UNKNOWN_ID, slugs: [] };
  return isBySlug ? { slug: slugs[index % slugs.length] ?? UNKNOWN_SLUG } : { id };
}

function limitPasswordAttempts(state: ModelState, address: Address, { password, ...others }: Query): Query {
  const event = recordsOf(state, 'event').find(({ id }) => 'id' in address && id === address.id);
  const isLimited = (event?.wrongPasswords ?? 0) >= MAX_WRONG_PASSWORDS;
  return password === undefined || isLimited ? others : { ...others, password };
}
