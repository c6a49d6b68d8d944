import type { RequestCommand } from './commands.js';
import type { Reference } from './made-fields.js';
import type { Address, Asked } from './requests.js';
import { mayEdit } from './rights.js';
import { slugsOf } from './slugs.js';
import { allOf, isTerm, type AnyRecord, type Asker, type KindName, type World } from './world.js';

/** More wrong passwords than this are nobody's topic here: 8.13 refuses after ten. */
const WRONG_PASSWORDS = 8;

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
  typeof value === 'object' && value !== null && 'some' in value;

/** A command as a request to the calendar that there is by now. */
export function resolved(world: World, command: RequestCommand): Asked {
  const { verb, kind, record, by, language, way } = command;
  const user = world.users[command.user] as Asker['user'];
  const asker: Asker = { world, user, language, isNamed: way !== 'header' };
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
    query: withoutTrials(world, address, Object.fromEntries(query)),
  };
}

function valueOf(asker: Asker, name: string, value: unknown): unknown {
  const kind = FIELD_KINDS[name];
  if (Array.isArray(value)) return value.map((each: unknown) => valueOf(asker, name, each));
  if (name === 'author') return asker.world.users[(value as { user: number }).user]?.id;
  return kind && isReference(value) ? linkable(asker, kind, value) : value;
}

/** What lies in the trash of somebody who may edit it is left out: whether he can link it, or filter by it, nothing says. */
function linkable(asker: Asker, kind: KindName, { some }: Reference): number {
  const isClear = (record: AnyRecord) => isTerm(record) || record.trashedAt === null || !mayEdit(asker, record);
  const ids = [...allOf(asker.world, kind).filter(isClear), ...goneOf(asker.world, kind)].map(({ id }) => id);
  return ids[some % ids.length] ?? 987_654;
}

const goneOf = ({ gone }: World, kind: KindName) => gone.filter((each) => each.kind === kind).slice(-1);

function addressOf(world: World, kind: KindName, { some }: Reference, isBySlug: boolean): Address {
  const all = [
    ...allOf(world, kind).map((record) => ({ id: record.id, slugs: [...slugsOf(record), ...record.former] })),
    ...goneOf(world, kind).map(({ id, slug }) => ({ id, slugs: [slug] })),
  ];
  const { id, slugs } = all[some % all.length] ?? { id: 987_654, slugs: [] };
  return isBySlug ? { slug: slugs[some % slugs.length] ?? 'nothing' } : { id };
}

function withoutTrials({ records }: World, address: Address, query: Readonly<Record<string, string>>) {
  const { password, ...others } = query;
  const event = records.find((each) => each.kind === 'event' && 'id' in address && each.id === address.id);
  const isTried = event?.kind === 'event' && event.wrongPasswords >= WRONG_PASSWORDS;
  return password === undefined || isTried ? others : { ...others, password };
}
