import type { RequestCommand } from './commands.js';
import type { Reference } from './arbitrary-fields.js';
import type { Address, ModelRequest } from './requests.js';
import { canEdit } from './rights.js';
import { slugsOf } from './slugs.js';
import { recordsOf, isTerm, type AnyRecord, type ModelContext, type KindName, type ModelState } from './model-state.js';

/** More wrong passwords than this are nobody's topic here: 8.13 refuses after ten. */
const MAX_WRONG_PASSWORDS = 8;

const FIELD_KINDS: Record<string, KindName> = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  post_parent: 'event',
  parent: 'category',
  event: 'event',
};

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'index' in value;

/** A command as a request to the calendar that there is by now. */
export function resolveCommand(world: ModelState, command: RequestCommand): ModelRequest {
  const { verb, kind, record, by, language, source } = command;
  const user = world.users[command.user] as ModelContext['user'];
  const asker: ModelContext = { state: world, user, language, isExplicit: source !== 'header' };
  const address = addressOf(
    world,
    kind,
    record,
    by === 'slug' && verb !== 'create' && kind !== 'category' && kind !== 'tag',
  );
  const fields = Object.entries(command.fields).map(([name, value]) => [name, valueOf(asker, name, value)]);
  const query = Object.entries(command.query).map(
    ([name, value]) => [name, String(valueOf(asker, name, value))] as const,
  );
  return {
    ...asker,
    verb,
    kind,
    address,
    fields: Object.fromEntries(fields),
    query: limitPasswordAttempts(world, address, Object.fromEntries(query)),
  };
}

function valueOf(asker: ModelContext, name: string, value: unknown): unknown {
  const kind = FIELD_KINDS[name];
  if (Array.isArray(value)) return value.map((each: unknown) => valueOf(asker, name, each));
  if (name === 'author') return asker.state.users[(value as { user: number }).user]?.id;
  return kind && isReference(value) ? linkable(asker, kind, value) : value;
}

/** What lies in the trash of somebody who may edit it is left out: whether he can link it, or filter by it, nothing says. */
function linkable(asker: ModelContext, kind: KindName, { index }: Reference): number {
  const isClear = (record: AnyRecord) => isTerm(record) || record.trashedAt === null || !canEdit(asker, record);
  const ids = [...recordsOf(asker.state, kind).filter(isClear), ...goneOf(asker.state, kind)].map(({ id }) => id);
  return ids[index % ids.length] ?? 987_654;
}

const goneOf = ({ deleted }: ModelState, kind: KindName) => deleted.filter((each) => each.kind === kind).slice(-1);

function addressOf(world: ModelState, kind: KindName, { index }: Reference, isBySlug: boolean): Address {
  const all = [
    ...recordsOf(world, kind).map((record) => ({ id: record.id, slugs: [...slugsOf(record), ...record.former] })),
    ...goneOf(world, kind).map(({ id, slug }) => ({ id, slugs: [slug] })),
  ];
  const { id, slugs } = all[index % all.length] ?? { id: 987_654, slugs: [] };
  return isBySlug ? { slug: slugs[index % slugs.length] ?? 'nothing' } : { id };
}

function limitPasswordAttempts({ records }: ModelState, address: Address, query: Readonly<Record<string, string>>) {
  const { password, ...others } = query;
  const event = records.find((each) => each.kind === 'event' && 'id' in address && each.id === address.id);
  const isTried = event?.kind === 'event' && event.wrongPasswords >= MAX_WRONG_PASSWORDS;
  return password === undefined || isTried ? others : { ...others, password };
}
