import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { canAlways, may } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { IMAGES } from './readable-images.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { SentImage } from './image.field.js';

/** A record that shows an image. */
export interface WithImage {
  imageId?: number | null | undefined;
  imageAlt?: string | null | undefined;
}

/** Who names images, and when. */
interface Naming {
  readonly principal: Principal;
  /** The present, for statements. */
  readonly now: RawBuilder<Date>;
  /** The kinds whose records may show them. */
  readonly kinds: readonly RecordKind[];
}

/**
 * Gives a record the image sent: `undefined` leaves the one it has, `null` takes it away. An address is remembered, once;
 * another image than before starts without an alternative text.
 * @throws {ApiError} `forbidden` for a new address of somebody who may only use the images there are
 */
export async function showImage(
  db: QueryExecutorProvider,
  record: WithImage,
  sent: SentImage | null | undefined,
  naming: Naming,
): Promise<void> {
  if (sent === undefined) return;
  const id = sent === null ? null : (sent.id ?? (await rememberImage(db, sent.url ?? '', naming)));
  if (id !== record.imageId) record.imageAlt = null;
  record.imageId = id;
  if (sent?.alt !== undefined) record.imageAlt = sent.alt || null;
}

/**
 * Remembers the images of several records that are written together, before any slug is taken: always in the same
 * order, so that transactions with the same new images do not wait for each other in a circle.
 */
export async function rememberImages(
  db: QueryExecutorProvider,
  images: readonly (SentImage | null | undefined)[],
  naming: Naming,
): Promise<void> {
  const urls = new Set(images.flatMap((image) => image?.url ?? []));
  const digests = new Map([...urls].map((url) => [digestOf(url).toString('hex'), url]));
  for (const [, url] of [...digests].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await rememberImage(db, url, naming);
  }
}

async function rememberImage(db: QueryExecutorProvider, url: string, naming: Naming): Promise<number> {
  const { principal } = naming;
  if (!may(principal, 'nameImages')) return readableImage(db, url, naming);
  const { id, author } = await knownOrNew(db, url, principal.id);
  // Editors read every image.
  if (author !== principal.id && !canAlways(principal, 'read')) await noteNaming(db, id, principal.id);
  return id;
}

interface Known {
  readonly id: number;
  readonly author: number | null;
}

/** Known images are not locked: events that show the same ones are written at the same time. */
async function knownOrNew(db: QueryExecutorProvider, url: string, authorId: number | null): Promise<Known> {
  const digest = digestOf(url);
  const known = () => sql<Known>`select id, author_id as author from images where digest = ${digest}`.execute(db);
  const create = () =>
    sql<Known>`
    insert into images (url, digest, author_id, created_at) values (${url}, ${digest}, ${authorId}, now())
    on conflict (digest) do nothing returning id, author_id as author`.execute(db);
  for (const look of [known, create, known]) {
    const { rows } = await look();
    if (rows[0]) return rows[0];
  }
  throw new Error('An image could not be remembered');
}

/** What he named himself, its namer may name again by its id, though it was known before. */
async function noteNaming(db: QueryExecutorProvider, imageId: number, userId: number | null): Promise<void> {
  await sql`
    insert into image_namings (image_id, user_id) values (${imageId}, ${userId}) on conflict do nothing`.execute(db);
}

/** An image that is known, but not to the requester, is a new one to him. */
async function readableImage(
  db: QueryExecutorProvider,
  url: string,
  { principal, now, kinds }: Naming,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from images where digest = ${digestOf(url)} and ${IMAGES.visible(principal, IMAGES.table, now, kinds)}`.execute(
    db,
  );
  if (!rows[0]) throw new ApiError('forbidden');
  return rows[0].id;
}

const digestOf = (url: string): Buffer => createHash('sha256').update(url).digest();
