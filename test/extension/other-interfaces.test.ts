import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Catch, Controller, Get, Header, UseFilters, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import {
  ApiError,
  Authenticated,
  CalendarExtension,
  Context,
  Describe,
  EventsService,
  Fields,
  Id,
  ListEventsQuery,
  NAMESPACE,
  Public,
  type EventView,
  type RequestContext,
} from 'calendar-events-service';
import { createTestCalendar } from 'calendar-events-service/testing';
import { createTestDatabase } from '../support/database/test-database.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';
import { createMessages } from './create-messages.js';
import { useExtendedCalendar } from './extended-calendar.js';

/** Feed: the list of events in another media type. Not a complete calendar. */
@Controller(`${NAMESPACE}/feeds`)
class FeedsController {
  constructor(private readonly events: EventsService) {}

  @Get('events.ics')
  @Public()
  @Header('Content-Type', 'text/calendar; charset=utf-8')
  async feed(@Context() context: RequestContext, @Fields() query: ListEventsQuery): Promise<string> {
    const { events } = await this.events.list(context, query);
    return ['BEGIN:VCALENDAR', ...events.map(({ title }) => `SUMMARY:${title}`), 'END:VCALENDAR'].join('\r\n');
  }

  @Describe('terms', 'getTerms', String)
  terms(): string {
    return 'Public domain';
  }
}

/** Error responses in the format of another API. */
@Catch(ApiError)
class LegacyErrors implements ExceptionFilter<ApiError> {
  catch({ code, status }: ApiError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<{ status: (code: number) => { json: (body: object) => void } }>();
    const legacyCode = code === 'event_not_found' ? 'event-not-found' : code;
    response.status(status).json({ code: legacyCode, message: 'Not found', data: { status } });
  }
}

/** Another namespace with other members and error codes for the same records. */
@Controller('old/events/v1')
@UseFilters(LegacyErrors)
class LegacyController {
  constructor(private readonly events: EventsService) {}

  @Get('events')
  @Public()
  async list(@Context() context: RequestContext, @Fields() query: ListEventsQuery): Promise<object> {
    const { events, total } = await this.events.list(context, query);
    return {
      items: events.map(({ id, title, start_date }) => ({ ID: id, post_title: title, when: start_date })),
      total,
      found: await this.events.exists(context, query),
    };
  }

  @Get('events/:id')
  @Public()
  async get(@Context() context: RequestContext, @Id() id: number): Promise<object> {
    const { title } = await this.events.get(context, { id }, { ml_fallback: 'record' });
    return { ID: id, post_title: title };
  }

  @Get('secrets')
  @Authenticated('editor')
  secrets(): object {
    return {};
  }
}

/** An access rule for all routes, except those with their own. */
@Controller(`${NAMESPACE}/reports`)
@Authenticated('editor')
class ReportsController {
  @Get()
  list(): object {
    return { reports: [] };
  }

  @Get('summary')
  @Public()
  summary(): object {
    return { reports: 0 };
  }
}

const folder = useTemporaryFolder('others');
const operations = { getTerms: 'Get terms', descriptions: { getTerms: 'Terms of use.' } };
const messages = createMessages(folder, { ca: operations, en: operations, es: operations }, 'operations.json');

@CalendarExtension({ name: 'others', controllers: [FeedsController, LegacyController, ReportsController], messages })
class OthersModule {}

const calendar = useExtendedCalendar([OthersModule]);

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const createEvent = (title: string, fields: object = {}) =>
  calendar.send<EventView>('POST', 'events', {
    title,
    start_date: `${tomorrow} 10:00`,
    end_date: `${tomorrow} 11:00`,
    ...fields,
  });

describe('Other interfaces for the same records', () => {
  it('a feed in another media type has the filters and permissions of the list', async () => {
    await createEvent('Concert');
    await createEvent('Draft', { status: 'draft' });
    const response = await fetch(`${calendar.origin}/calendar/events/v1/feeds/events.ics?search=concert`);
    const text = await response.text();
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text).toBe('BEGIN:VCALENDAR\r\nSUMMARY:Concert\r\nEND:VCALENDAR');
    const unfiltered = await (await fetch(`${calendar.origin}/calendar/events/v1/feeds/events.ics`)).text();
    expect(unfiltered).not.toContain('Draft');
    expect((await fetch(`${calendar.origin}/calendar/events/v1/feeds/events.ics?venue=99999`)).status).toBe(400);
  });

  it('a text of @Describe has an ETag, and a request with it in If-None-Match gets 304 (12.1)', async () => {
    const url = `${calendar.origin}/calendar/events/v1/feeds/terms`;
    const first = await fetch(url);
    const etag = first.headers.get('ETag') ?? '';
    expect([await first.text(), etag]).toEqual(['Public domain', expect.stringMatching(/^"[\da-f]{32}"$/)]);
    const second = await fetch(url, { headers: { 'If-None-Match': etag } });
    expect([second.status, second.headers.get('ETag')]).toEqual([304, etag]);
  });

  it('a second API has its own namespace, members and error codes, and is not in the index', async () => {
    const { body } = await createEvent('Shared');
    // A search sorted by title joins a table that the statement of `exists` does not join.
    const listed = await calendar.request('GET', '/old/events/v1/events?search=shared&orderby=title');
    expect(listed.body).toEqual({
      items: [{ ID: body.id, post_title: 'Shared', when: body.start_date }],
      total: 1,
      found: true,
    });
    const read = await calendar.request('GET', `/old/events/v1/events/${body.id}`);
    expect(read.body).toEqual({ ID: body.id, post_title: 'Shared' });
    const missing = await calendar.request('GET', '/old/events/v1/events/99999');
    expect([missing.status, missing.body['code']]).toEqual([404, 'event-not-found']);
    const secret = await calendar.request('GET', '/old/events/v1/secrets');
    expect([secret.status, secret.body['code']]).toEqual([401, 'unauthorized']);
    const { routes } = (await calendar.request<{ routes: object }>('GET', '')).body;
    expect(Object.keys(routes).filter((path) => path.startsWith('/old'))).toEqual([]);
  });

  it('an access rule of a controller applies to its routes without their own, and is documented (8.3)', async () => {
    const statusOf = async (path: string, caller?: string) =>
      (await calendar.request('GET', path, { token: caller })).status;
    const subscriber = await calendar.createToken('subscriber');
    expect(
      await Promise.all([undefined, subscriber, calendar.token].map((caller) => statusOf('reports', caller))),
    ).toEqual([401, 403, 200]);
    expect(await statusOf('reports/summary')).toBe(200);
    const { paths } = (await calendar.request<{ paths: Record<string, Record<'get', object>> }>('GET', 'doc')).body;
    const [rule, ownRule] = ['reports', 'reports/summary'].map((path) => paths[`/${NAMESPACE}/${path}`]?.get);
    expect(rule).toMatchObject({ security: [{ basic: [] }, { bearer: [] }], responses: { 401: {}, 403: {} } });
    expect(ownRule).toMatchObject({ security: expect.arrayContaining([{}]) });
  });
});

describe('A test calendar', () => {
  it('closes although a client keeps a connection in use', async () => {
    const database = await createTestDatabase();
    const environment = { DATABASE_URL: database.url, DEMO: 'false' };
    const { origin, close } = await createTestCalendar({ environment });
    const client = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
    await fetch(`${origin}/health/live`);
    await close();
    client.destroy();
    await database.drop();
  });
});
