import { defineEntity, p } from '@mikro-orm/core';

/** An image on the web, remembered by its address. The service never fetches it. */
export const ImageSchema = defineEntity({
  name: 'Image',
  tableName: 'images',
  properties: {
    id: p.bigint('number').primary(),
    url: p.text(),
    /** SHA-256 of the address, which is too long for an index. */
    digest: p.blob(),
    /** Who named it first. */
    authorId: p.bigint('number').nullable(),
    createdAt: p.datetime(),
  },
});

export class Image extends ImageSchema.class {}
ImageSchema.setClass(Image);
