import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { SentImage } from './image.field.js';

/** A record that shows an image. */
export interface WithImage {
  imageId?: number | null | undefined;
  imageAlt?: string | null | undefined;
}

/**
 * Gives a record the image sent: `undefined` leaves the one it has, `null` takes it away. An address is remembered, once;
 * another image than before starts without an alternative text.
 */
export async function showImage(
  db: QueryExecutorProvider,
  record: WithImage,
  sent: SentImage | null | undefined,
  authorId: number | null,
): Promise<void> {
  if (sent === undefined) return;
  const id = sent === null ? null : (sent.id ?? (await rememberImage(db, sent.url ?? '', authorId)));
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
  authorId: number | null,
): Promise<void> {
  const urls = new Set(images.flatMap((image) => image?.url ?? []));
  const digests = new Map([...urls].map((url) => [digestOf(url).toString('hex'), url]));
  for (const [, url] of [...digests].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await rememberImage(db, url, authorId);
  }
}

/** Known images are not locked: events that show the same ones are written at the same time. */
async function rememberImage(db: QueryExecutorProvider, url: string, authorId: number | null): Promise<number> {
  const digest = digestOf(url);
  const known = () => sql<{ id: number }>`select id from images where digest = ${digest}`.execute(db);
  const create = () =>
    sql<{ id: number }>`
    insert into images (url, digest, author_id, created_at) values (${url}, ${digest}, ${authorId}, now())
    on conflict (digest) do nothing returning id`.execute(db);
  for (const look of [known, create, known]) {
    const { rows } = await look();
    if (rows[0]) return rows[0].id;
  }
  throw new Error('An image could not be remembered');
}

const digestOf = (url: string): Buffer => createHash('sha256').update(url).digest();
