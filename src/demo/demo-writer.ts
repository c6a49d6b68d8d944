import { EntityManager, TransactionContext } from '@mikro-orm/postgresql';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Kysely } from 'kysely';
import { CategoriesService } from '../categories/categories.service.js';
import { CreateCategoryDto } from '../categories/dto/create-category.dto.js';
import { UpdateCategoryDto } from '../categories/dto/update-category.dto.js';
import { CreateEventDto } from '../events/dto/create-event.dto.js';
import { UpdateEventDto } from '../events/dto/update-event.dto.js';
import { EventsService } from '../events/events.service.js';
import { RequestInput } from '../http/params/request-parameters.js';
import { ParametersPipe } from '../http/params/parameters.pipe.js';
import { DeadlineState } from '../kernel/context/deadline.js';
import { Precondition } from '../kernel/context/precondition.js';
import type { Principal } from '../kernel/context/principal.js';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { Language } from '../kernel/language/languages.js';
import { CreateOrganizerDto } from '../organizers/dto/create-organizer.dto.js';
import { UpdateOrganizerDto } from '../organizers/dto/update-organizer.dto.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { CreateTagDto } from '../tags/dto/create-tag.dto.js';
import { UpdateTagDto } from '../tags/dto/update-tag.dto.js';
import { TagsService } from '../tags/tags.service.js';
import { CreateVenueDto } from '../venues/dto/create-venue.dto.js';
import { UpdateVenueDto } from '../venues/dto/update-venue.dto.js';
import { VenuesService } from '../venues/venues.service.js';
import { LINKED_KIND_BY_FIELD, type DemoData, type DemoKind, type DemoFields } from './demo-data.js';
import { scheduleFields } from './schedule.js';

type ResourceService = Type<{
  create(context: RequestContext, input: object): Promise<{ id: number }>;
  update(context: RequestContext, key: RecordKey, input: object): Promise<{ id: number }>;
}>;

const SERVICE_AND_DTOS_BY_KIND: Readonly<Record<DemoKind, readonly [ResourceService, create: Type, update: Type]>> = {
  venues: [VenuesService, CreateVenueDto, UpdateVenueDto],
  organizers: [OrganizersService, CreateOrganizerDto, UpdateOrganizerDto],
  categories: [CategoriesService, CreateCategoryDto, UpdateCategoryDto],
  tags: [TagsService, CreateTagDto, UpdateTagDto],
  events: [EventsService, CreateEventDto, UpdateEventDto],
};

/** Creates a record, or updates the one with the given id. Returns the id. */
type WriteDemoRecord = (kind: DemoKind, language: Language, fields: DemoFields, id?: number) => Promise<number>;

/** Interval between the publication dates of events, and between the last one and the time of loading. */
const SECONDS_BETWEEN_PUBLICATIONS = 8 * 3600;

/** Writes as API clients do: the pipe reads fields into DTOs, the resource services write them to `db`. */
export async function createDemoRecordWriter(
  application: INestApplicationContext,
  db: Kysely<unknown>,
  principal: Principal,
): Promise<WriteDemoRecord> {
  const pipe = await application.get(ModuleRef).create(ParametersPipe);
  const request = { principal, baseUrl: '', clientAddress: '', requestId: '', precondition: Precondition.NONE };
  const form = { errors: {}, isWrite: true, isStrict: true, queryNames: new Set<string>(), getHeader: () => undefined };
  return (kind, requested, { image, ...fields }, id) => {
    const [service, create, update] = SERVICE_AND_DTOS_BY_KIND[kind];
    const context = { ...request, language: { requested, isExplicit: true }, deadline: new DeadlineState() };
    const values = new Map(Object.entries({ ...fields, ml_language: requested }));
    const em = application.get(EntityManager).fork({ disableTransactions: true });
    em.setTransactionContext(db);
    return TransactionContext.create(em, async () => {
      const metadata = { type: 'body', metatype: id === undefined ? create : update } as const;
      const input = (await pipe.transform(new RequestInput({ ...form, values }, context), metadata)) as object;
      // The URL of a picture is a path, which clients cannot send.
      if (image !== undefined) Object.assign(input, { image });
      const resource = application.get(service);
      return (await (id === undefined ? resource.create(context, input) : resource.update(context, { id }, input))).id;
    });
  };
}

/**
 * Creates the records of each kind in the order of the data, each in its first language. Categories and tags are
 * written at the same time as venues and organizers. Events follow. The other languages of a record are written while
 * the next records are created.
 * @param now epoch seconds
 */
export async function writeDemoRecords(write: WriteDemoRecord, data: DemoData, now: number): Promise<void> {
  const ids = new Map<string, number>();
  const translations: Promise<void>[] = [];
  const writeKind = async (kind: DemoKind) => {
    for (const [key, { fields, texts }] of data[kind]) {
      const [first, ...others] = texts;
      if (!first) throw new Error(`${kind}.json: ${key} has no texts`);
      const dates = kind === 'events' ? eventDateFields(data.events, key, now) : {};
      const [language, firstTexts] = first;
      const id = await write(kind, language, { ...dates, ...fields, ...resolveLinkFields(fields, ids), ...firstTexts });
      ids.set(`${kind} ${key}`, id);
      const translation = (async () => {
        for (const [otherLanguage, otherTexts] of others) await write(kind, otherLanguage, otherTexts, id);
      })();
      translation.catch(() => undefined); // Promise.all below reports it. Until then it must not count as unhandled.
      translations.push(translation);
    }
  };
  // Venues come before organizers, so that image ids follow the order of the data.
  const venuesAndOrganizers = writeKind('venues').then(() => writeKind('organizers'));
  await Promise.all([venuesAndOrganizers, writeKind('categories'), writeKind('tags')]);
  await writeKind('events');
  await Promise.all(translations);
}

function eventDateFields(events: DemoData['events'], key: string, now: number): DemoFields {
  const { schedule, fields } = events.get(key) ?? {};
  const position = [...events.keys()].indexOf(key);
  const date = now - (events.size - position) * SECONDS_BETWEEN_PUBLICATIONS;
  const parent = events.get(String(fields?.['post_parent']))?.schedule;
  return schedule ? { ...scheduleFields(schedule, now, parent), date } : {};
}

/** The fields that link to other records, with ids instead of keys. */
function resolveLinkFields(fields: DemoFields, ids: ReadonlyMap<string, number>): DemoFields {
  const links = Object.entries(LINKED_KIND_BY_FIELD).flatMap(([name, kind]) => {
    const keys = fields[name] as string | readonly string[] | undefined;
    const idOf = (key: string) => ids.get(`${kind} ${key}`);
    return keys === undefined ? [] : [[name, typeof keys === 'string' ? idOf(keys) : keys.map(idOf)] as const];
  });
  return Object.fromEntries(links);
}
