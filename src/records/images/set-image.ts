import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { canForAllRecords, hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { IMAGE_REFERENCE_TARGET } from './image-reference-target.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { registeredKinds } from '../types/record-kinds.js';
import type { ImageInput } from './image.field.js';

export interface HasImage {
  imageId?: number | null | undefined;
  imageAlt?: string | null | undefined;
}

interface ImageWriteContext {
  readonly principal: Principal;
  readonly now: RawBuilder<Date>;
}

/**
 * Sets the image of a record.
 * @param input `undefined` keeps the current image, `null` removes it. A new URL is stored as an image. Another image clears the
 *   alternative text.
 * @throws {ApiError} `forbidden` if the caller may use existing images but not add new ones
 */
export async function setImage(
  em: EntityManager,
  record: HasImage,
  input: ImageInput | null | undefined,
  scope: ImageWriteContext,
): Promise<void> {
  if (input === undefined) return;
  const id = input === null ? null : (input.id ?? (await storeImage(em, input.url ?? '', scope)));
  if (id !== record.imageId) record.imageAlt = null;
  record.imageId = id;
  if (input?.alt !== undefined) record.imageAlt = input.alt || null;
}

/** Images of records that are written together, by the parameters that contain them. */
export type ImagesByParameter = Readonly<Record<string, readonly (ImageInput | null | undefined)[]>>;

/**
 * Stores the images of several records that are written together. Call it before slugs are claimed. Images are stored in a fixed order, so
 * that transactions with the same new images do not deadlock.
 */
export async function storeImages(
  em: EntityManager,
  images: ImagesByParameter,
  scope: ImageWriteContext,
): Promise<void> {
  const parameters = new Map<string, string>();
  for (const [parameter, inputs] of Object.entries(images))
    for (const image of inputs) if (image?.url) parameters.set(image.url, parameter);
  for (const url of [...parameters.keys()].toSorted()) await storeImage(em, url, scope, parameters.get(url));
}

async function storeImage(em: EntityManager, url: string, scope: ImageWriteContext, parameter = 'image') {
  const { principal } = scope;
  const db = em.getKysely();
  if (!hasPrivilege(principal, 'addImages')) return requireReadableImageId(em, url, scope, parameter);
  const { id, author } = await findOrInsertImage(db, url, principal.id);
  // Users who have sent the URL may also use the id. Editors can read every image.
  if (author !== principal.id && !canForAllRecords(principal, 'read')) {
    const permission = sql`(${id}, ${principal.id})`;
    await sql`insert into image_permissions (image_id, user_id) values ${permission} on conflict do nothing`.execute(
      db,
    );
  }
  return id;
}

/** Existing images are not locked, so that concurrent writes can use the same image. */
async function findOrInsertImage(db: QueryExecutorProvider, url: string, authorId: number | null) {
  const digest = urlDigest(url);
  const find = sql<{ id: number; author: number | null }>`
    select id, author_id as author from images where digest = ${digest}`;
  const insert = sql<{ id: number; author: number | null }>`
    insert into images (url, digest, author_id, created_at) values (${url}, ${digest}, ${authorId}, now())
    on conflict (digest) do nothing returning id, author_id as author`;
  for (const statement of [find, insert, find]) {
    const { rows } = await statement.execute(db);
    if (rows[0]) return rows[0];
  }
  throw new Error('Could not store image');
}

/** An image that the caller may not read counts as a new one. */
async function requireReadableImageId(
  em: EntityManager,
  url: string,
  { principal, now }: ImageWriteContext,
  parameter: string,
): Promise<number> {
  const isVisible = IMAGE_REFERENCE_TARGET.isVisible(principal, 'images', now, registeredKinds(em));
  const { rows } = await sql<{ id: number }>`
    select id from images where digest = ${urlDigest(url)} and ${isVisible}`.execute(em.getKysely());
  if (!rows[0]) throw new ApiError('forbidden', { params: { [parameter]: { key: 'validation.forbidden' } } });
  return rows[0].id;
}

const urlDigest = (url: string): Buffer => createHash('sha256').update(url).digest();
