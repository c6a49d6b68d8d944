import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  CalendarExtension,
  Messages,
  type PublicUrlStrategy,
  type AuthenticationStrategy,
  type CostStrategy,
  type LanguageFallbackStrategy,
  type ImageStrategy,
  type PermissionStrategy,
  type Principal,
  type RecordKind,
  type Role,
  type SlugStrategy,
  type EventWindowStrategy,
} from 'calendar-events-service';
import { useExtendedCalendar } from './extended-calendar.js';

class Slugs implements SlugStrategy {
  slugSource(text: string, { name }: RecordKind): string {
    return name === 'event' ? text.replaceAll('&', ' and ') : text;
  }
}

class Badges implements AuthenticationStrategy {
  authenticate(token: string) {
    const [, subject] = /^badge-(\w+)$/.exec(token) ?? [];
    return subject === undefined ? undefined : { issuer: 'badges', subject, role: 'editor' as const };
  }
}

class NightShift implements PermissionStrategy {
  resolveRole({ username, role }: Principal & { readonly role: Role }): Role {
    return username?.startsWith('author-') ? 'subscriber' : role;
  }
}

class Cdn implements ImageStrategy {
  resolveImage({ id }: { readonly id: number }) {
    return { url: `https://cdn.example/${id}.webp`, width: 800, height: 600, sizes: { small: { width: 80 } } };
  }
}

@Injectable()
class Costs implements CostStrategy {
  constructor(private readonly messages: Messages) {}

  format({ prices }: Parameters<CostStrategy['format']>[0], language: 'ca' | 'en' | 'es', defaultText: string): string {
    const [price] = prices;
    if (!price?.currency) return defaultText;
    const free = this.messages.translate(language, { key: 'labels.free' });
    return price.amount === '0' ? free : `${price.currency.code} ${price.amount}`;
  }
}

class Season implements EventWindowStrategy {
  defaultWindow() {
    return { start: '-1 week', end: '+2 weeks' };
  }
}

class Neighbours implements LanguageFallbackStrategy {
  orderFallbacks(requested: string) {
    return requested === 'en' ? (['es', 'ca'] as const) : (['ca'] as const);
  }
}

class Pages implements PublicUrlStrategy {
  publicUrlOf({ name }: RecordKind, { slug, language }: Parameters<PublicUrlStrategy['publicUrlOf']>[1]) {
    return name === 'tag' ? undefined : `https://agenda.example/${language}/${name}/${slug}`;
  }
}

const strategies = {
  slug: Slugs,
  authentication: Badges,
  permission: NightShift,
  image: Cdn,
  cost: Costs,
  window: Season,
  fallback: Neighbours,
  publicUrl: Pages,
};

@CalendarExtension({ name: 'strategies', strategies })
class StrategiesModule {}

interface ServedEvent {
  readonly id: number;
  readonly slug: string;
  readonly status: string;
  readonly cost: string;
  readonly url: string;
  readonly image: { readonly id: number };
  readonly tags: readonly { readonly url: string; readonly rest_url: string }[];
}

const calendar = useExtendedCalendar([StrategiesModule], { DEFAULT_LANGUAGE: 'ca' });

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const create = async (path: string, json: object) => (await calendar.send<ServedEvent>('POST', path, json)).body;
const createEvent = (json: object) => create('events', { start_date: day(1), end_date: day(1), ...json });

describe('Strategies of extensions', () => {
  it('slug changes the source text of slugs, not their format', async () => {
    expect((await createEvent({ title: 'Rock & Roll', slug: '' })).slug).toBe('rock-and-roll');
    expect((await createEvent({ title: 'Any', slug: 'Salt & Pepper' })).slug).toBe('salt-and-pepper');
    expect((await create('tags', { name: 'Rock & Roll' })).slug).toBe('rock-roll');
  });

  it('authentication accepts other tokens and creates their users on the first request', async () => {
    const { body, status } = await calendar.request('GET', '/calendar/admin/v1/me', { token: 'badge-ada' });
    expect([status, body['role']]).toEqual([200, 'editor']);
    const second = await calendar.request('GET', '/calendar/admin/v1/me', { token: 'badge-ada' });
    expect(second.body['id']).toBe(body['id']);
    expect((await createEvent({ title: 'By badge' })).status).toBe('publish');
    expect((await calendar.request('GET', 'events', { token: 'badge ada' })).status).toBe(401);
  });

  it('permission changes the role of a user', async () => {
    const author = await calendar.createToken('author');
    const json = { title: 'At night', start_date: day(1), end_date: day(1) };
    expect((await calendar.request('POST', 'events', { token: author, json })).status).toBe(403);
  });

  it('image sets the URL and sizes of served images, which updates accept', async () => {
    const served = await createEvent({ title: 'Pictured', image: 'https://agenda.example/a.jpg' });
    const { id } = served.image;
    const resolved = new Cdn().resolveImage({ id });
    expect(served.image).toEqual({ id, extension: 'jpg', alt: null, ...resolved });
    const updated = await calendar.send('PUT', `events/${served.id}`, served);
    expect([updated.status, updated.body['image']]).toEqual([200, served.image]);
  });

  it('cost sets the format of costs, which updates accept', async () => {
    const served = await createEvent({ title: 'Priced', cost: '20€' });
    expect(served.cost).toBe('EUR 20');
    const updated = await calendar.send('PUT', `events/${served.id}`, served);
    expect([updated.body['cost'], (updated.body['cost_details'] as { values: string[] }).values]).toEqual([
      'EUR 20',
      ['20'],
    ]);
    expect((await createEvent({ title: 'Given', cost: 'Donation' })).cost).toBe('Donation');
  });

  it('window sets the default time window of lists', async () => {
    const past = await createEvent({ title: 'Just over', start_date: day(-5), end_date: day(-5) });
    const far = await createEvent({ title: 'Far', start_date: day(20), end_date: day(20) });
    const { body } = await calendar.request<{ events: ServedEvent[]; rest_url: string }>('GET', 'events?per_page=50');
    const ids = new Set(body.events.map(({ id }) => id));
    expect([ids.has(past.id), ids.has(far.id)]).toEqual([true, false]);
    expect(body.rest_url).toMatch(new RegExp(`start_date=${day(-7)}.*end_date=${day(14)}`));
  });

  it('fallback sets the order of fallback languages', async () => {
    const { id } = await createEvent({ title: 'Dos', ml_language: 'es' });
    await calendar.send('PATCH', `events/${id}?ml_language=ca`, { title: 'Dues' });
    const { body } = await calendar.request('GET', `events/${id}?ml_language=en`);
    expect([body['ml_language'], body['title']]).toEqual(['es', 'Dos']);
    const response = await calendar.request<{ total: number }>('GET', 'events?search=dos&ml_language=en');
    expect(response.body.total).toBe(1);
  });

  it('publicUrl sets the url of records; if it returns none, the url is rest_url', async () => {
    const served = await createEvent({ title: 'Paged', ml_language: 'ca', tags: ['Paged'] });
    expect(served.url).toBe('https://agenda.example/ca/event/paged');
    const [tag] = served.tags;
    expect(tag?.url).toBe(tag?.rest_url);
  });
});
