import { edits, editsSome, has, reads, rulesOthers, type Living, type Standing } from '../rights-table.js';
import { isTerm, Refusal, type AnyRecord, type Asker, type PublishedRecord } from './world.js';

/** 8.6, 8.7, 8.9: the status without the trash; there a record counts as what it was. */
export function livingStatus({ world }: Asker, { status, publishedAt, trashedAt }: PublishedRecord): Living {
  const present = trashedAt ?? world.now;
  return status === 'publish' && (publishedAt ?? present) > present ? 'future' : status;
}

export const statusOf = (asker: Asker, record: PublishedRecord): string =>
  record.trashedAt === null ? livingStatus(asker, record) : 'trash';

export const standingOf = (asker: Asker, record: PublishedRecord): Standing => ({
  owner: record.author === asker.user.id ? 'own' : 'other',
  status: livingStatus(asker, record),
  trashed: record.trashedAt !== null,
});

/** 8.3, whether it lies in the trash or not. */
export const knows = (asker: Asker, record: AnyRecord): boolean =>
  isTerm(record) || reads(asker.user.role, standingOf(asker, record));

export const mayEdit = (asker: Asker, record: AnyRecord): boolean =>
  isTerm(record)
    ? has(asker.user.role, 'create, edit, delete categories and tags')
    : edits(asker.user.role, standingOf(asker, record));

/** 8.9: in the trash it is read by whoever may edit it. */
export const mayRead = (asker: Asker, record: AnyRecord): boolean =>
  knows(asker, record) && (isTerm(record) || record.trashedAt === null || mayEdit(asker, record));

/** 8.9: what lies in the trash is in no event, and in no list but that of the trash. */
export const isSeen = (asker: Asker, record: PublishedRecord): boolean =>
  record.trashedAt === null && knows(asker, record);

/** 8.14: whether a password keeps an event from who asks. */
export const isSealed = (asker: Asker, record: AnyRecord): boolean =>
  record.kind === 'event' && record.password !== null && !mayEdit(asker, record);

/** 8.4: 401 for nobody, 403 for those who are known. */
export function demand({ user }: Asker, isAllowed: boolean): void {
  if (isAllowed) return;
  throw user.role === 'anonymous' ? new Refusal(401, 'unauthorized') : new Refusal(403, 'forbidden');
}

export const mayEditSome = ({ user }: Asker): boolean => editsSome(user.role);
export const mayRuleOthers = ({ user }: Asker): boolean => rulesOthers(user.role);
export const mayCreate = ({ user }: Asker): boolean => has(user.role, 'create');
