import { EntityManager } from '@mikro-orm/postgresql';
import { ModuleRef } from '@nestjs/core';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import type { RecordKey } from '../../../common/http/address-parameters.decorator.js';
import type { RequestContext } from '../../../common/http/request-context.js';
import { LANGUAGES } from '../../../common/language/languages.js';
import { RequestParameters } from '../../../common/parameters/request-parameters.js';
import { SentFields } from '../../../common/validation/fields.decorator.js';
import { ParametersPipe } from '../../../common/validation/parameters.pipe.js';
import { CategoriesService } from '../../../categories/categories.service.js';
import { CreateCategoryDto } from '../../../categories/dto/create-category.dto.js';
import { UpdateCategoryDto } from '../../../categories/dto/update-category.dto.js';
import { CreateEventDto } from '../../../events/dto/create-event.dto.js';
import { UpdateEventDto } from '../../../events/dto/update-event.dto.js';
import { EventsService } from '../../../events/events.service.js';
import { CreateOrganizerDto } from '../../../organizers/dto/create-organizer.dto.js';
import { UpdateOrganizerDto } from '../../../organizers/dto/update-organizer.dto.js';
import { OrganizersService } from '../../../organizers/organizers.service.js';
import { CreateTagDto } from '../../../tags/dto/create-tag.dto.js';
import { UpdateTagDto } from '../../../tags/dto/update-tag.dto.js';
import { TagsService } from '../../../tags/tags.service.js';
import { CreateVenueDto } from '../../../venues/dto/create-venue.dto.js';
import { UpdateVenueDto } from '../../../venues/dto/update-venue.dto.js';
import { VenuesService } from '../../../venues/venues.service.js';
import type { Translations } from './demo-records.js';

interface Resource {
  create(context: RequestContext, input: object): Promise<{ id: number }>;
  update(context: RequestContext, key: RecordKey, input: object): Promise<{ id: number }>;
}

interface Kind {
  readonly service: Type<Resource>;
  readonly create: Type<object>;
  readonly update: Type<object>;
}

const KINDS = {
  venue: { service: VenuesService, create: CreateVenueDto, update: UpdateVenueDto },
  organizer: { service: OrganizersService, create: CreateOrganizerDto, update: UpdateOrganizerDto },
  category: { service: CategoriesService, create: CreateCategoryDto, update: UpdateCategoryDto },
  tag: { service: TagsService, create: CreateTagDto, update: UpdateTagDto },
  event: { service: EventsService, create: CreateEventDto, update: UpdateEventDto },
} satisfies Record<string, Kind>;

/** Parameters by their names on the wire; undefined ones are not sent. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Writes records as clients do: through the pipe that reads every request, and the services. */
export class DemoWriter {
  private constructor(
    private readonly application: INestApplicationContext,
    private readonly pipe: ParametersPipe,
    private readonly principal: Principal,
  ) {}

  static async for(application: INestApplicationContext, principal: Principal): Promise<DemoWriter> {
    return new DemoWriter(application, await application.get(ModuleRef).create(ParametersPipe), principal);
  }

  /**
   * Creates a record in the first of its languages, and adds the others as translations.
   * @returns its id
   * @throws {ApiError} where a client's request would be refused; names that nobody serves are refused as well
   */
  async write(kind: keyof typeof KINDS, facts: Parameters, texts: Translations<Parameters>): Promise<number> {
    const { service, create, update }: Kind = KINDS[kind];
    const resource = this.application.get(service);
    let id: number | undefined;
    for (const asked of LANGUAGES) {
      if (!texts[asked]) continue;
      const context = { principal: this.principal, language: { asked, named: true }, root: '' };
      const sent = { ...(id === undefined ? facts : {}), ...texts[asked], ml_language: asked };
      const input = await this.read(sent, id === undefined ? create : update);
      const view = await (id === undefined ? resource.create(context, input) : resource.update(context, { id }, input));
      // Entities written before would be looked through for changes at every further write.
      this.application.get(EntityManager).clear();
      id = view.id;
    }
    if (id === undefined) throw new Error('A record has texts in one language at least');
    return id;
  }

  private async read(sent: Parameters, metatype: Type): Promise<object> {
    const given = Object.entries(sent).filter(([, value]) => value !== undefined);
    const parameters = new RequestParameters(new Map(given), {}, true, true);
    return (await this.pipe.transform(new SentFields(parameters, this.principal), {
      type: 'body',
      metatype,
    })) as object;
  }
}
