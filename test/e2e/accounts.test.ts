import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Controller, Get, Post, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TokenLastUseRecorder } from '../../src/accounts/token-last-use-recorder.js';
import { CalendarModule } from '../../src/calendar.module.js';
import { Public } from '../../src/http/routes/authenticated.decorator.js';
import { AccessRuleCheck } from '../../src/http/auth/access-rule-check.js';
import { Clock } from '../../src/kernel/time/clock.js';
import { readConfiguration } from '../../src/kernel/config/configuration.js';
import { databaseOptions } from '../../src/database/database-options.js';
import { CalendarAdapter } from '../../src/http/server/calendar-adapter.js';
import { createUser } from '../support/accounts/accounts.js';
import { query } from '../support/database/database-session.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

@Controller('extras')
class ExtrasController {
  @Public()
  @Get()
  open(): string {
    return 'open';
  }

  @Post(':id/forgotten')
  forgotten(): string {
    return 'forgotten';
  }
}

describe('Route without an access rule', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function application(withCheck: boolean): Promise<INestApplication> {
    const configuration = readConfiguration({ LOG_LEVEL: 'error', ADMIN_TOKEN });
    const module = Test.createTestingModule({
      imports: [CalendarModule.forDatabase({ configuration, databaseUrl: database.url })],
      controllers: [ExtrasController],
    });
    if (!withCheck) module.overrideProvider(AccessRuleCheck).useValue({});
    const compiled = await module.compile();
    return compiled.createNestApplication(new CalendarAdapter(), { logger: false });
  }

  it('fails the start with an error that names handler and route and explains the fix (8.3)', async () => {
    const app = await application(true);
    await expect(app.init()).rejects.toThrow(
      'The service cannot start with these extensions:\n' +
        '  ExtrasController.forgotten (POST /extras/:id/forgotten) has no access rule. ' +
        'Add @Public() or @Authenticated(role) to the handler.',
    );
    await app.close();
  });

  it('is 401 or 403 for every caller, including administrators, if the start-up check is disabled (8.3)', async () => {
    const app = await application(false);
    await app.listen(0, '127.0.0.1');
    const orm = app.get(MikroORM);
    await orm.em
      .getConnection()
      .execute(`insert into users (username, role, created_at) values ('a', 'administrator', now())`);
    const origin = await app.getUrl();
    const statusOf = async (path: string, method: string, headers = {}) =>
      (await fetch(`${origin}${path}`, { method, headers })).status;
    expect(await statusOf('/extras', 'GET')).toBe(200);
    expect(await statusOf('/extras/1/forgotten', 'POST')).toBe(401);
    expect(await statusOf('/extras/1/forgotten', 'POST', { Authorization: `Bearer ${ADMIN_TOKEN}` })).toBe(403);
    await app.close();
  });
});

describe('Last use of a token', () => {
  let calendar: TestCalendar;
  beforeAll(async () => {
    calendar = await startTestCalendar();
  });
  afterAll(() => calendar.close());

  const clock = new (class extends Clock {
    instant = '';
    override now = () => Date.parse(this.instant);
  })();
  const tokenOf = async () => {
    const { id } = await createUser(calendar);
    const [row] = await query<{ id: number }>(calendar.databaseUrl, `select id::int from tokens where user_id = ${id}`);
    return row?.id ?? 0;
  };
  const usedAt = async (id: number) =>
    (
      await query<{ used: string }>(
        calendar.databaseUrl,
        `select last_used_at::text as used from tokens where id = ${id}`,
      )
    )[0]?.used;

  it('is recorded at most once per minute, within a process and across all processes (8.2)', async () => {
    const id = await tokenOf();
    const em = calendar.application.get(EntityManager);
    const record = async (recorder: TokenLastUseRecorder, instant: string) => {
      clock.instant = instant;
      recorder.record(id);
      await recorder.beforeApplicationShutdown();
      return usedAt(id);
    };
    const first = new TokenLastUseRecorder(em, clock);
    expect(await record(first, '2026-12-01T10:00:00Z')).toContain('2026-12-01 10:00:00');
    for (const [instant, expected] of [
      ['2026-12-01T10:00:59Z', '2026-12-01 10:00:00'],
      ['2026-12-01T10:01:00Z', '2026-12-01 10:01:00'],
    ] as const)
      expect(await record(new TokenLastUseRecorder(em, clock), instant)).toContain(expected);
    await query(calendar.databaseUrl, `update tokens set last_used_at = null where id = ${id}`);
    expect(await record(first, '2026-12-01T10:00:59Z')).toBeNull();
  });

  it('fails neither the request nor the shutdown if it cannot be recorded (8.2)', async () => {
    const id = await tokenOf();
    const gone = await MikroORM.init(databaseOptions(calendar.databaseUrl.replace(/\/[^/]*$/, '/no_such_database')));
    const use = new TokenLastUseRecorder(gone.em, clock);
    expect(() => use.record(id)).not.toThrow();
    await expect(use.beforeApplicationShutdown()).resolves.toBeUndefined();
    await gone.close(true);
    expect(await usedAt(id)).toBeNull();
  });
});
