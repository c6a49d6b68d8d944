import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { Clock } from '../../kernel/time/clock.js';
import { evaluateTimeSql, sqlNow } from '../../persistence/client/sql-now.js';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import type { ImageInput } from '../images/image.field.js';
import { setImage, storeImages, type HasImage, type ImageWriteContext } from '../images/set-image.js';
import { registeredKinds } from '../types/record-kinds.js';
import {
  applyPublication,
  requireReview,
  restrictToRole,
  type Publishable,
  type PublicationInput,
  type TimeZoneChange,
} from './publication.js';

/** A record with author, status, publication date and image. */
type PublishedRecord = Publishable & HasImage & { readonly createdAt: Date };

/** Writes publication and image of a record, within the permissions of the caller. */
@Injectable()
export class PublicationWriter {
  constructor(
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** Time zone of local times without a zone: `TIMEZONE`. */
  get timezone(): string {
    return this.configuration.TIMEZONE;
  }

  async write(
    em: EntityManager,
    { principal }: RequestContext,
    record: PublishedRecord,
    { image, zones, ...input }: PublicationInput & { image?: ImageInput | null; zones?: TimeZoneChange },
  ): Promise<void> {
    const permitted = restrictToRole(principal, record, input);
    const now = isNewEntity(em, record) ? record.createdAt : await evaluateTimeSql(em.getKysely(), sqlNow(this.clock));
    applyPublication(record, permitted, now, zones ?? { before: this.timezone, after: this.timezone });
    requireReview(principal, record);
    await setImage(em.getKysely(), record, image, this.imageScope(em, principal));
  }

  /** Stores the images of several records that are written together, see {@link storeImages}. */
  storeImages(
    em: EntityManager,
    { principal }: RequestContext,
    images: readonly (ImageInput | null | undefined)[],
  ): Promise<void> {
    return storeImages(em.getKysely(), images, this.imageScope(em, principal));
  }

  private imageScope(em: EntityManager, principal: Principal): ImageWriteContext {
    return { principal, now: sqlNow(this.clock), kinds: registeredKinds(em) };
  }
}
