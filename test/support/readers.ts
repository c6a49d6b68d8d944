import { query } from './database-session.js';
import type { TestCalendar } from './test-calendar.js';

/** Who asks, by role. The administrator reads what an editor reads. */
export const READERS = ['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const;
export type ReaderRole = (typeof READERS)[number];

/** Whose a record is: the reader's of that role, another author's, nobody's. */
export const OWNERS = ['author', 'contributor', 'subscriber', 'somebody', null] as const;
export type Owner = (typeof OWNERS)[number];

/** What rights ask of a record. One in the trash counts as what it was before. */
export interface Relation {
  readonly owner: Owner;
  /** Published, and its publication date has come. */
  readonly isPublic: boolean;
}

/** 8.3: of what is not published authors and contributors read their own, editors all, the others nothing. */
export function canRead(reader: ReaderRole, { owner, isPublic }: Relation): boolean {
  if (isPublic || reader === 'editor') return true;
  return (reader === 'author' || reader === 'contributor') && owner === reader;
}

/** 8.3: editors edit everything, authors what is their own, contributors what is their own and not published. */
export function canEdit(reader: ReaderRole, { owner, isPublic }: Relation): boolean {
  if (reader === 'editor') return true;
  if (reader === 'author') return owner === 'author';
  return reader === 'contributor' && owner === 'contributor' && !isPublic;
}

/** 8.11: who asks for other statuses than `publish`. */
export const canSelectStatus = (reader: ReaderRole): boolean => reader !== 'anonymous' && reader !== 'subscriber';

/** The readers of a calendar: their tokens, and the ids of those who own records. */
export interface Users {
  readonly tokens: Readonly<Record<ReaderRole, string | undefined>>;
  readonly ids: Readonly<Record<NonNullable<Owner>, number>>;
}

/** Makes a user for each reader, and one more author. */
export async function createReaders(calendar: TestCalendar): Promise<Users> {
  const create = async (role: Exclude<ReaderRole, 'anonymous'>) => {
    const token = await calendar.createToken(role);
    const [newest] = await query<{ id: string }>(calendar.databaseUrl, 'select max(id) as id from users');
    return { token, id: Number(newest?.id) };
  };
  const [subscriber, contributor] = [await create('subscriber'), await create('contributor')];
  const [author, somebody, editor] = [await create('author'), await create('author'), await create('editor')];
  return {
    tokens: {
      anonymous: undefined,
      subscriber: subscriber.token,
      contributor: contributor.token,
      author: author.token,
      editor: editor.token,
    },
    ids: { subscriber: subscriber.id, contributor: contributor.id, author: author.id, somebody: somebody.id },
  };
}
