import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCalendar, type RequestOptions, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';

const PROTECTED = {
  title: 'Rehearsal',
  password: 'Setze jutges 16',
  description: '<p>Bring a score</p>',
  venue: [{ venue: 'Sala secreta' }],
};

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

async function createProtected(): Promise<string> {
  const { slug } = await createRecord(calendar, 'events', PROTECTED);
  return `/en/agenda/event/${slug}`;
}

const post = (path: string, form: string, options: RequestOptions = {}) =>
  calendar.request('POST', path, { form, token: null, ...options });

describe('Page of a protected event', () => {
  it('shows a password form and what everyone may see, without an index entry (8.14, 17.10)', async () => {
    const path = await createProtected();
    const { status, headers, text } = await calendar.request('GET', path);
    expect(status).toBe(200);
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(text).toContain('Rehearsal');
    expect(text).toContain(`<form class="password-form" method="post" action="${path}">`);
    for (const secret of ['Bring a score', 'Sala secreta', 'VirtualLocation']) expect(text).not.toContain(secret);
  });

  it('has no link to its calendar file, which asks for the password (13.19, 17.10)', async () => {
    const path = await createProtected();
    const pages = [await calendar.request('GET', path), await post(path, 'password=Setze+jutges+16')];
    for (const { text } of pages) {
      expect(text).not.toMatch(/\/events\/\d+\.ics/);
      expect(text).toContain('/events.ics?ml_language=en"');
    }
  });

  it('opens with the right password, and forgets it (17.10)', async () => {
    const path = await createProtected();
    const { status, headers, text } = await post(path, 'password=Setze+jutges+16');
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(headers.get('Set-Cookie')).toBeNull();
    expect(text).toContain('Bring a score');
    expect(text).not.toContain('Setze');
    expect((await calendar.request('GET', path)).text).not.toContain('Bring a score');
  });

  it.each(['password=wrong', 'password=', '', `other=${encodeURIComponent('Setze jutges 16')}`])(
    'shows the form with a message for %j (17.10)',
    async (form) => {
      const path = await createProtected();
      const { status, headers, text } = await post(path, form);
      expect(status).toBe(403);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(text).toContain('aria-invalid="true"');
      expect(text).toContain('The password is not correct.');
      expect(text).not.toContain('Bring a score');
    },
  );

  it('rejects the right password after ten wrong ones (8.13, 17.10)', async () => {
    const path = await createProtected();
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await post(path, 'password=no')).status).toBe(403);
    const { status, headers, text } = await post(path, 'password=Setze+jutges+16');
    expect(status).toBe(429);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(text).toContain('There were too many wrong passwords.');
    expect(text).not.toContain('Bring a score');
  });

  it('ignores credentials (17.10)', async () => {
    const path = await createProtected();
    const { ADMIN_TOKEN } = await import('../../support/calendar/test-calendar.js');
    const { text } = await calendar.request('GET', path, { token: ADMIN_TOKEN });
    expect(text).not.toContain('Bring a score');
    expect((await post(path, 'password=no', { token: 'invalid' })).status).toBe(403);
  });

  it('rejects other media types by an error page (9.1, 17.9)', async () => {
    const path = await createProtected();
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const response = await calendar.request('POST', path, { raw: '--x--', headers, token: null });
    expect(response.status).toBe(415);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  it('stores nothing for a retry with an Idempotency-Key (8.15)', async () => {
    const path = await createProtected();
    const headers = { 'Idempotency-Key': 'again' };
    expect((await post(path, 'password=Setze+jutges+16', { headers })).text).toContain('Bring a score');
    const retry = await post(path, 'password=Setze+jutges+16', { headers });
    expect([200, 409]).toContain(retry.status);
    expect(retry.headers.get('Idempotency-Replayed') === null || !retry.text.includes('Bring a score')).toBe(true);
  });
});

describe('POST', () => {
  it('to an event without a password is 405 with the methods that it has (17.10)', async () => {
    const { slug } = await createRecord(calendar, 'events');
    const response = await post(`/en/agenda/event/${slug}`, 'password=x');
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });

  it.each(['', '/venue/x', '/organizer/x', '/category/x', '/tag/x'])('to %j is 405 (17.10, 17.30)', async (path) => {
    expect((await post(`/en/agenda${path}`, 'password=x')).status).toBe(405);
  });

  it('to an unknown event is 404 (17.9)', async () => {
    expect((await post('/en/agenda/event/unknown', 'password=x')).status).toBe(404);
  });
});
