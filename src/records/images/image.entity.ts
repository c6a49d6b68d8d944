import { defineEntity, p } from '@mikro-orm/core';

/** An image: a URL, which the service never fetches, or the path of a file of the service. */
export const ImageSchema = defineEntity({
  name: 'Image',
  tableName: 'images',
  properties: {
    id: p.bigint('number').primary(),
    url: p.text(),
    /** SHA-256 of the URL, because a URL can be too long for an index. */
    digest: p.blob(),
    /** The user who sent the URL first. */
    authorId: p.bigint('number').nullable(),
    createdAt: p.datetime(),
  },
});

export class Image extends ImageSchema.class {}
ImageSchema.setClass(Image);
