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

async function rememberImage(db: QueryExecutorProvider, url: string, authorId: number | null): Promise<number> {
  const digest = createHash('sha256').update(url).digest();
  const { rows } = await sql<{ id: number }>`
    insert into images as known (url, digest, author_id, created_at) values (${url}, ${digest}, ${authorId}, now())
    on conflict (digest) do update set url = known.url
    returning id`.execute(db);
  const [image] = rows;
  if (!image) throw new Error('An image could not be remembered');
  return image.id;
}
