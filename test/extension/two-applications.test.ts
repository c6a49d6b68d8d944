import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineEntity, p } from '@mikro-orm/core';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Request } from 'express';
import {
  CalendarAdapter,
  CalendarExtension,
  CalendarModule,
  CustomFields,
  defineKind,
  EVENT,
  IntegerField,
  type Extension,
} from 'calendar-events-service';
import { SpeakersModule } from '../../extensions/speakers/speakers.module.js';
import { requestContextOf, requestStateOf } from '../../src/http/request/request-state.js';
import { WriteLimiter } from '../../src/http/limits/write-limiter.js';
import { Argon2id } from '../../src/kernel/concurrency/argon2id.js';
import { DatabaseErrorCounts } from '../../src/persistence/client/database-error-counts.js';
import { resolveExtensions } from '../../src/extension/resolve-extensions.js';
import { query } from '../support/database/database-session.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const ADMIN_TOKEN = 'the-token-of-two-applications-in-one-process';
const ROOT = '/calendar/events/v1';
const ADMIN = { Authorization: `Bearer ${ADMIN_TOKEN}` };
const AUDIT = '/calendar/admin/v1/audit';

@CustomFields(EVENT, { filters: ['seats'] })
class SeatFields {
  @IntegerField({ description: 'page' })
  seats?: number | null;
}

@CalendarExtension({ name: 'seats', customFields: [SeatFields] })
class SeatsModule {}

/** A running application with its own database. */
interface Served {
  readonly application: INestApplication;
  readonly database: TestDatabase;
  readonly origin: string;
}

type Json = Record<string, unknown>;

async function start(extensions: readonly Extension[]): Promise<Served> {
  const database = await createTestDatabase();
  const environment = { DATABASE_URL: database.url, ADMIN_TOKEN, LOG_LEVEL: 'error', CACHE_BYTES: '0' };
  const module = CalendarModule.forRoot({ extensions, environment });
  const application = await NestFactory.create(module, new CalendarAdapter(), { logger: ['error'] });
  await application.listen(0, '127.0.0.1');
  const { port } = (application.getHttpServer() as { address(): AddressInfo }).address();
  return { application, database, origin: `http://127.0.0.1:${port}` };
}

async function send({ origin }: Served, method: string, path: string, json?: object, headers: object = ADMIN) {
  const response = await fetch(`${origin}${path.startsWith('/calendar') ? path : `${ROOT}${path}`}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const anonymous = {};
const status = async (...given: Parameters<typeof send>) => (await send(...given)).status;
const dates = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 12:00:00' };

/** Creates an event, with a password if the fields contain one. */
const createEvent = async (served: Served, fields: object = {}) =>
  (await send(served, 'POST', '/events', { title: 'Concert', ...dates, ...fields })).body;

let extended: Served;
let plain: Served;
beforeAll(async () => {
  // The application without extensions starts first, because later declarations must not affect it either.
  plain = await start([]);
  extended = await start([SpeakersModule, SeatsModule]);
});
afterAll(async () => {
  for (const { application, database } of [extended, plain]) {
    await application.close();
    await database.drop();
  }
});

/** Values of the audit kind in the API document of an application: in the entry schema and in the filter parameter. */
async function auditEnums(served: Served) {
  const { body } = await send(served, 'GET', '/doc');
  const { paths, components } = body as unknown as {
    paths: Record<string, { get: { parameters: { name: string; schema: { items: { enum: string[] } } }[] } }>;
    components: { schemas: Record<string, { properties: Record<string, { enum: string[] }> }> };
  };
  const filter = paths[AUDIT]?.get.parameters.find(({ name }) => name === 'kind');
  return { entry: components.schemas['AuditEntry']?.properties['kind']?.enum, filter: filter?.schema.items.enum };
}

describe('Two applications in one process, one with extensions', () => {
  it('have their own routes and index', async () => {
    expect([await status(extended, 'GET', '/speakers'), await status(plain, 'GET', '/speakers')]).toEqual([200, 404]);
    const routes = async (served: Served) => Object.keys((await send(served, 'GET', '')).body['routes'] as object);
    expect((await routes(extended)).some((route) => route.includes('speakers'))).toBe(true);
    expect((await routes(plain)).some((route) => route.includes('speakers'))).toBe(false);
  });

  it('have their own API documents', async () => {
    const document = async (served: Served) => JSON.stringify((await send(served, 'GET', '/doc')).body);
    const [own, other] = [await document(extended), await document(plain)];
    for (const word of ['speaker', 'seats']) expect([own.includes(word), other.includes(word)]).toEqual([true, false]);
  });

  it('have their own error texts', async () => {
    const { body } = await send(extended, 'GET', '/speakers/999');
    expect([body['code'], body['title']]).toEqual(['speaker_not_found', 'Speaker not found']);
    expect((await send(plain, 'GET', '/speakers/999')).body['code']).toBe('no_route');
  });

  it('document and accept their own audited kinds', async () => {
    const own = ['event', 'venue', 'organizer', 'category', 'tag', 'user', 'token'];
    const all = own.toSpliced(5, 0, 'speaker');
    expect(await auditEnums(extended)).toEqual({ entry: all, filter: all });
    expect(await auditEnums(plain)).toEqual({ entry: own, filter: own });
    expect(await status(extended, 'GET', `${AUDIT}?kind=Speaker`)).toBe(200);
    const refused = await send(plain, 'GET', `${AUDIT}?kind=speaker`);
    expect([refused.status, (refused.body['params'] as Json)['kind']]).toEqual([
      400,
      expect.stringContaining(own.join(', ')),
    ]);
  });

  it('audit records of extension kinds', async () => {
    const created = await send(extended, 'POST', '/speakers', { name: 'Ada' });
    expect(created.status).toBe(201);
    const { body } = await send(extended, 'GET', `${AUDIT}?kind=speaker`);
    expect(body['audit']).toMatchObject([{ action: 'create', kind: 'speaker', record: created.body['id'] }]);
  });

  it('read a record with their own select, regardless of which compiles first', async () => {
    const [own, other] = [await createEvent(extended), await createEvent(plain)];
    const read = async (served: Served, { id }: Json) => (await send(served, 'GET', `/events/${String(id)}`)).body;
    expect(await read(extended, own)).toHaveProperty('speaker', []);
    expect(await read(extended, own)).toHaveProperty('custom_fields', { seats: null });
    expect(await read(plain, other)).not.toHaveProperty('speaker');
    expect(await read(plain, other)).toHaveProperty('custom_fields', {});
  });

  it('may have different kinds of the same name', () => {
    const BandSchema = defineEntity({
      name: 'Band',
      tableName: 'speakers',
      properties: { id: p.bigint('number').primary() },
    });
    class Band extends BandSchema.class {
      static readonly kind = defineKind({ name: 'speaker', plural: 'speakers' });
    }
    BandSchema.setClass(Band);
    @CalendarExtension({ name: 'bands', entities: [BandSchema] })
    class BandsModule {}
    expect(resolveExtensions([BandsModule]).entities).toEqual([BandSchema]);
    expect(() => resolveExtensions([SpeakersModule, BandsModule])).toThrow(
      'The kind speaker (speakers) of an extension has a name that the kind speaker (speakers) already has. Rename it.',
    );
  });
});

/** A request that waits in the queue of the write limiter. */
function waitingRequest(): Request {
  const request = { socket: { destroyed: false } } as unknown as Request;
  const state = requestStateOf(request);
  state.language = { requested: 'en', isExplicit: false };
  state.address = { baseUrl: '', path: '/', clientAddress: '' };
  requestContextOf(request);
  return request;
}

describe('Limit reached in one application', () => {
  it('of writes does not reject writes of the other (12.5)', async () => {
    const gate = Promise.withResolvers<void>();
    const limiter = extended.application.get(WriteLimiter);
    const writes = Array.from({ length: 508 }, () => limiter.run(waitingRequest(), 'plain', () => gate.promise));
    const answers = [await status(extended, 'POST', '/tags', { name: 'A' })];
    answers.push(await status(plain, 'POST', '/tags', { name: 'A' }));
    gate.resolve();
    await Promise.all(writes);
    expect(answers).toEqual([429, 201]);
    expect(await status(extended, 'POST', '/tags', { name: 'A' })).toBe(201);
  });

  it('of password hashes does not reject passwords of the other (8.13, 12.5)', async () => {
    const [own, other] = [
      await createEvent(extended, { password: 'Sesam' }),
      await createEvent(plain, { password: 'Sesam' }),
    ];
    const cheap = { memory: 8, passes: 1, parallelism: 1, message: '', nonce: Buffer.alloc(16), tagLength: 4 };
    const argon2id = extended.application.get(Argon2id);
    const hashes = [argon2id.hash('verify', { ...cheap, memory: 19_456, passes: 150 })];
    for (let waiting = 0; waiting < 125; waiting += 1) hashes.push(argon2id.hash('verify', cheap));
    const read = (served: Served, { id }: Json) =>
      status(served, 'GET', `/events/${String(id)}?password=Sesam`, undefined, anonymous);
    expect([await read(extended, own), await read(plain, other)]).toEqual([429, 200]);
    await Promise.all(hashes);
    expect(await read(extended, own)).toBe(200);
  });

  it('does not mix database error counts: each application counts its own (9.3)', async () => {
    const refuse = `
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'for a test' using errcode = '57014'; end $$;
      create trigger refuse before insert on tags for each statement execute function refuse()`;
    await query(extended.database.url, refuse);
    expect(await status(extended, 'POST', '/tags', { name: 'Refused' })).toBe(503);
    await query(extended.database.url, 'drop trigger refuse on tags');
    const counts = ({ application }: Served) =>
      Object.fromEntries(application.get(DatabaseErrorCounts).bySqlStateClass);
    expect([counts(extended), counts(plain)]).toEqual([{ '57': 1 }, {}]);
  });
});

describe('After one application has stopped', () => {
  it('the other still reads, writes, authenticates and verifies passwords', async () => {
    const { body: user } = await send(plain, 'POST', '/calendar/admin/v1/users', { username: 'mercè', role: 'editor' });
    const token = { Authorization: `Bearer ${String(user['token'])}` };
    await extended.application.close();
    const { id } = await createEvent(plain, { password: 'Sesam' });
    const path = `/events/${String(id)}`;
    const read = (password: string) => status(plain, 'GET', `${path}?password=${password}`, undefined, anonymous);
    expect([await read('Sesam'), await read('Wrong')]).toEqual([200, 403]);
    expect(await status(plain, 'GET', '/events', undefined, anonymous)).toBe(200);
    expect(await status(plain, 'PATCH', path, { title: 'Later' }, token)).toBe(200);
    expect(await status(plain, 'PATCH', path, { title: 'Never' }, { Authorization: 'Bearer nobody' })).toBe(401);
    expect((await send(plain, 'GET', path, undefined, token)).body['title']).toBe('Later');
  });
});
