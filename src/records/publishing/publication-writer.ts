import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import { Clock } from '../../kernel/time/clock.js';
import { evaluateTimeSql, sqlNow } from '../../persistence/client/sql-now.js';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import { TypedCustomFields } from '../extension-points/typed-custom-fields.js';
import type { ImageInput } from '../images/image.field.js';
import { setImage, storeImages, type HasImage, type ImagesByParameter } from '../images/set-image.js';
import { kindOf } from '../types/record-kinds.js';
import {
  applyPublication,
  setPendingUnlessPublisher,
  restrictInputToRole,
  type PublicationColumns,
  type PublicationInput,
  type TimeZoneChange,
} from './publication.js';

/** A record with author, status, publication date, image and custom fields. */
export type PublishableRecord = PublicationColumns & HasImage & { readonly createdAt: Date; customFields: JsonObject };

/** The input for a {@link PublishableRecord}. `zones` are needed if the record has a time zone of its own. */
interface PublishableInput extends PublicationInput {
  readonly image?: ImageInput | null | undefined;
  readonly custom_fields?: JsonObject | null | undefined;
  readonly zones?: TimeZoneChange;
}

/** Writes publication, image and custom fields of a record, within the permissions of the caller. */
@Injectable()
export class PublicationWriter {
  constructor(
    private readonly clock: Clock,
    private readonly customFields: TypedCustomFields,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** Time zone of local times without a zone: `TIMEZONE`. */
  get timezone(): string {
    return this.configuration.TIMEZONE;
  }

  /** @throws {ApiError} `forbidden`, `invalid_parameter` */
  async write(
    em: EntityManager,
    { principal }: RequestContext,
    record: PublishableRecord,
    { image, custom_fields, zones, ...input }: PublishableInput,
  ): Promise<void> {
    const permitted = restrictInputToRole(principal, record, input);
    const isNew = isNewEntity(em, record);
    const now = isNew ? record.createdAt : await evaluateTimeSql(em.getKysely(), sqlNow(this.clock));
    applyPublication(record, permitted, now, zones ?? { before: this.timezone, after: this.timezone });
    setPendingUnlessPublisher(principal, record);
    await setImage(em, record, image, { principal, now: sqlNow(this.clock) });
    if (custom_fields === undefined) return;
    const kind = kindOf(record.constructor);
    if (kind && !isNew) this.customFields.assertRequiredKept(kind, record.customFields, custom_fields ?? {});
    record.customFields = custom_fields ?? {};
  }

  storeImages(em: EntityManager, { principal }: RequestContext, images: ImagesByParameter): Promise<void> {
    return storeImages(em, images, { principal, now: sqlNow(this.clock) });
  }
}
