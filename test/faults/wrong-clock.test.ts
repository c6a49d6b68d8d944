import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ME, TOKENS, USERS } from '../support/accounts.js';
import { inForm } from '../support/faults/form.js';
import { startWithClock, wallClock, WRONG_CLOCKS, type WrongClockScene } from '../support/faults/wrong-clock.js';

const MINUTE = 60;

describe.each(WRONG_CLOCKS.slice(0, inForm(1, WRONG_CLOCKS.length)))('a service whose clock is %s', (_what, clock) => {
  let scene: WrongClockScene;
  beforeAll(async () => {
    scene = await startWithClock(clock);
  });
  afterAll(() => scene.close());

  /** Creates something as an administrator, and gives it as it is answered. */
  const create = async (path: string, fields: object, headers?: Record<string, string>) => {
    const { status, text, body } = await scene.ask('POST', path, fields, headers);
    expect([text, status]).toEqual([text, 201]);
    return body;
  };
  const meBy = async (token: string) =>
    (await scene.ask('GET', ME, undefined, { Authorization: `Bearer ${token}` })).status;

  it('8.7 shows what is scheduled once it is due by the clock of the database, and not before', async () => {
    const publish = (date_utc: number) => create('organizers', { organizer: `Due ${date_utc}`, date_utc });
    const start = Math.ceil(await scene.databaseNow());
    expect(await publish(start - MINUTE)).toMatchObject({ status: 'publish' });
    expect(await publish(start + 15 * MINUTE)).toMatchObject({ status: 'future' });
    const due = Math.ceil(await scene.databaseNow()) + 3;
    expect(await publish(due)).toMatchObject({ status: 'future' });
    for (let before = start; before < due;) {
      before = await scene.databaseNow();
      const { body } = await scene.read('organizers');
      const after = await scene.databaseNow();
      if (after < due) expect(body['total']).toBe(1);
      if (before >= due) expect(body['total']).toBe(2);
    }
  });

  it('2.4 7.2 counts now and today by the clock of the database', async () => {
    const now = Math.floor(await scene.databaseNow());
    for (const [title, start] of [
      ['over', -2],
      ['on', -1],
      ['to come', 1],
    ] as const) {
      const [start_date, end_date] = [start, start + (title === 'on' ? 5 : 1)].map((at) =>
        wallClock(now + at * MINUTE),
      );
      await create('events', { title, start_date, end_date, timezone: 'UTC' });
    }
    const [running, before] = [await scene.read('events?ends_after=now'), await scene.databaseNow()];
    const listed = await scene.read('events');
    const days = [before, await scene.databaseNow()].map((at) => wallClock(at).slice(0, 10));
    const titles = (running.body['events'] as { title: string }[]).map(({ title }) => title);
    const [from] = new URL(String(listed.body['rest_url'])).searchParams.get('start_date')?.split(/[ T]/) ?? [];
    expect([titles, days.includes(from ?? '')]).toEqual([['on', 'to come'], true]);
  });

  it('8.2 lets tokens in until they end by the clock of the database', async () => {
    const { id, token } = await create(USERS, { username: 'ada', role: 'editor' });
    const endsIn = (seconds: number) =>
      scene.behindItsBack(
        `update tokens set expires_at = now() + interval '${seconds} s' where user_id = ${String(id)}`,
      );
    expect(await meBy(String(token))).toBe(200);
    await endsIn(MINUTE);
    expect(await meBy(String(token))).toBe(200);
    await endsIn(-1);
    expect(await meBy(String(token))).toBe(401);
    const tokenUntil = async (end: number) =>
      (await scene.ask('POST', TOKENS, { user: id, expires_at: `${wallClock(end)}Z` })).status;
    const now = await scene.databaseNow();
    expect([await tokenUntil(now + MINUTE), await tokenUntil(now - 1)]).toEqual([201, 400]);
  });

  it('8.2 believes an issuer until its tokens end by the clock of the database', async () => {
    const now = await scene.databaseNow();
    const signed = (exp: number) => scene.issuer.sign(new Date(now * 1000).toISOString(), { exp: Math.floor(exp) });
    expect(await meBy(await signed(now + MINUTE))).toBe(200);
    expect(await meBy(await signed(now - MINUTE))).toBe(401);
  });

  it('12.3 repeats the answer to a key for 24 hours by the clock of the database', async () => {
    const key = { 'Idempotency-Key': 'a-key' };
    const send = async () => (await create('tags', { name: 'Kept' }, key))['id'];
    const ageBy = (age: string) =>
      scene.behindItsBack(`update idempotency_keys set created_at = now() - interval '${age}'`);
    const first = await send();
    expect(await send()).toBe(first);
    await ageBy('23 hours 59 minutes');
    expect(await send()).toBe(first);
    await ageBy('24 hours');
    expect((await scene.ask('POST', 'tags', { name: 'Kept' }, key)).status).toBe(409);
  });

  it('8.13 counts wrong passwords for a quarter of an hour by the clock of the database', async () => {
    const times = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };
    const { id } = await create('events', { title: 'Closed', password: 'Setze jutges', ...times });
    const attempt = () => scene.read(`events/${String(id)}?password=wrong`);
    for (let tried = 0; tried < 10; tried += 1) expect((await attempt()).status).toBe(403);
    const refused = await attempt();
    const patience = Number(refused.headers['retry-after']);
    expect([refused.status, patience > 0 && patience <= 15 * MINUTE]).toEqual([429, true]);
    await scene.behindItsBack(`update password_attempts set latest = latest - interval '15 minutes',
      wrong = array(select each - interval '15 minutes' from unnest(wrong) as each order by 1)`);
    expect((await attempt()).status).toBe(403);
  });

  it('5.2 12.1 dates what it writes by the clock of the database', async () => {
    const before = wallClock(await scene.databaseNow());
    const { id, date_utc, modified_utc } = await create('venues', { venue: 'Dated' });
    const after = wallClock(await scene.databaseNow());
    for (const date of [date_utc, modified_utc].map(String))
      expect([date >= before, date <= after]).toEqual([true, true]);
    const { headers } = await scene.read(`venues/${String(id)}`);
    expect(headers['last-modified']).toBe(new Date(`${String(modified_utc).replace(' ', 'T')}Z`).toUTCString());
  });
});
