import fc, { type Arbitrary } from 'fast-check';
import { LANGUAGES, type Language } from '../languages.js';
import { FIELDS, REQUIRED_FIELDS, reference, someOf, type Reference } from './arbitrary-fields.js';
import { LIST_PARAMETERS, READ_PARAMETERS, REMOVE_PARAMETERS } from './arbitrary-queries.js';
import type { ModelRequest } from './requests.js';
import type { KindName } from './model-state.js';

/** How a request asks for its language. */
export type LanguageSource = 'query' | 'segment' | 'header';

/** A request that is to be made, whatever the calendar holds by then. */
export interface RequestCommand {
  readonly verb: ModelRequest['verb'];
  readonly kind: KindName;
  /** Who asks, by the place among the users. */
  readonly user: number;
  readonly record: Reference;
  readonly by: 'id' | 'slug';
  readonly language: Language;
  readonly source: LanguageSource;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** A request, some hours that pass, or a look of somebody at everything. */
export type Command = RequestCommand | { readonly hours: number } | { readonly look: number };

/** Roles of the users, one of each name here; two are authors. */
export const USERS = ['administrator', 'editor', 'author', 'author', 'contributor', 'subscriber', 'anonymous'] as const;

const user = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1) },
  { weight: 5, arbitrary: fc.constantFrom(2, 3, 4) },
  { weight: 2, arbitrary: fc.constantFrom(5, 6) },
);
const kinds = fc.constantFrom<KindName[]>(
  'event',
  'event',
  'event',
  'event',
  'venue',
  'organizer',
  'category',
  'category',
  'tag',
);

const requests = (verb: ModelRequest['verb'], most: number): Arbitrary<RequestCommand> =>
  kinds.chain((kind) =>
    fc.record({
      verb: fc.constant(verb),
      kind: fc.constant(kind),
      user,
      record: reference,
      by: fc.constantFrom('id', 'id', 'slug'),
      language: fc.constantFrom(...LANGUAGES),
      source: fc.constantFrom<LanguageSource[]>('query', 'segment', 'header'),
      fields: fieldsOf(verb, kind, most),
      query: queryOf(verb, kind),
    }),
  );

function fieldsOf(verb: ModelRequest['verb'], kind: KindName, most: number): Arbitrary<Record<string, unknown>> {
  if (verb === 'create') return someOf(FIELDS[kind], most).map((fields) => ({ ...REQUIRED_FIELDS[kind], ...fields }));
  return verb === 'update' ? someOf(FIELDS[kind], most) : fc.constant({});
}

function queryOf(verb: ModelRequest['verb'], kind: KindName): Arbitrary<Record<string, unknown>> {
  if (verb === 'list') return someOf(LIST_PARAMETERS[kind], 3);
  if (verb === 'read') return someOf(READ_PARAMETERS, 2);
  return verb === 'remove' ? someOf(REMOVE_PARAMETERS, 1) : fc.constant({});
}

/** Some records to begin with, then so many commands on average. */
export const commands = (most: number): Arbitrary<Command[]> =>
  fc
    .tuple(
      fc.array(requests('create', 5), { minLength: 4, maxLength: 10 }),
      fc.noBias(fc.array(anyCommand, { maxLength: 2 * most, size: 'max' })),
    )
    .map(([first, rest]) => [...first, ...rest]);

const anyCommand: Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: requests('create', 5) },
  { weight: 8, arbitrary: requests('update', 4) },
  { weight: 4, arbitrary: requests('remove', 1) },
  { weight: 4, arbitrary: requests('read', 1) },
  { weight: 4, arbitrary: requests('list', 3) },
  { weight: 1, arbitrary: fc.record({ hours: fc.constantFrom(5, 24) }) },
  { weight: 1, arbitrary: fc.record({ look: fc.nat(USERS.length - 1) }) },
);
