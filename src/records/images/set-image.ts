import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { canForAllRecords, hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { IMAGE_REFERENCE_TARGET } from './image-reference-target.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { ImageInput } from './image.field.js';

/** A record that shows an image. */
export interface HasImage {
  imageId?: number | null | undefined;
  imageAlt?: string | null | undefined;
}

/** Who names images, and when. */
export interface ImageWriteContext {
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
export async function setImage(
  db: QueryExecutorProvider,
  record: HasImage,
  input: ImageInput | null | undefined,
  scope: ImageWriteContext,
): Promise<void> {
  if (input === undefined) return;
  const id = input === null ? null : (input.id ?? (await storeImage(db, input.url ?? '', scope)));
  if (id !== record.imageId) record.imageAlt = null;
  record.imageId = id;
  if (input?.alt !== undefined) record.imageAlt = input.alt || null;
}

/**
 * Remembers the images of several records that are written together, before any slug is taken: always in the same
 * order, so that transactions with the same new images do not wait for each other in a circle.
 */
export async function storeImages(
  db: QueryExecutorProvider,
  images: readonly (ImageInput | null | undefined)[],
  scope: ImageWriteContext,
): Promise<void> {
  const urls = new Set(images.flatMap((image) => image?.url ?? []));
  const digests = new Map([...urls].map((url) => [urlDigest(url).toString('hex'), url]));
  for (const [, url] of [...digests].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await storeImage(db, url, scope);
  }
}

async function storeImage(db: QueryExecutorProvider, url: string, scope: ImageWriteContext): Promise<number> {
  const { principal } = scope;
  if (!hasPrivilege(principal, 'addImages')) return findReadableImage(db, url, scope);
  const { id, author } = await findOrInsertImage(db, url, principal.id);
  // Editors read every image.
  if (author !== principal.id && !canForAllRecords(principal, 'read'))
    await insertImagePermission(db, id, principal.id);
  return id;
}

interface KnownImage {
  readonly id: number;
  readonly author: number | null;
}

/** Known images are not locked: events that show the same ones are written at the same time. */
async function findOrInsertImage(db: QueryExecutorProvider, url: string, authorId: number | null): Promise<KnownImage> {
  const digest = urlDigest(url);
  const known = () => sql<KnownImage>`select id, author_id as author from images where digest = ${digest}`.execute(db);
  const create = () =>
    sql<KnownImage>`
    insert into images (url, digest, author_id, created_at) values (${url}, ${digest}, ${authorId}, now())
    on conflict (digest) do nothing returning id, author_id as author`.execute(db);
  for (const query of [known, create, known]) {
    const { rows } = await query();
    if (rows[0]) return rows[0];
  }
  throw new Error('Could not store image');
}

/** What he named himself, its namer may name again by its id, though it was known before. */
async function insertImagePermission(db: QueryExecutorProvider, imageId: number, userId: number | null): Promise<void> {
  await sql`
    insert into image_permissions (image_id, user_id) values (${imageId}, ${userId}) on conflict do nothing`.execute(
    db,
  );
}

/** An image that is known, but not to the requester, is a new one to him. */
async function findReadableImage(
  db: QueryExecutorProvider,
  url: string,
  { principal, now, kinds }: ImageWriteContext,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from images where digest = ${urlDigest(url)} and ${IMAGE_REFERENCE_TARGET.isVisible(principal, IMAGE_REFERENCE_TARGET.table, now, kinds)}`.execute(
    db,
  );
  if (!rows[0]) throw new ApiError('forbidden');
  return rows[0].id;
}

const urlDigest = (url: string): Buffer => createHash('sha256').update(url).digest();
