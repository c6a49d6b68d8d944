import { describe, expect, it } from 'vitest';
import type { Request } from 'express';
import { loggedPath, loggedQuery } from '../../../../src/http/request/logged-url.js';
import { requestStateOf } from '../../../../src/http/request/request-state.js';

const requestOf = (url: string, route?: string, params = {}): Request => {
  const request = { url, params } as unknown as Request;
  const parameters = new Set(['page', 'tags', 'search', 'start_date', 'after', 'password']);
  const secretInputs = { headers: [], parameters: ['password'] };
  Object.assign(
    requestStateOf(request),
    route ? { route, declaredParameters: parameters, secretInputs } : { secretInputs },
  );
  return request;
};
const loggedQueryOf = (query: string) => loggedQuery(requestOf(`/events?${query}`, '/events'));

describe('URL of a request in the log', () => {
  it('is the route with the id, or * if no route matches (8.15)', () => {
    expect(loggedPath(requestOf('/ca/events/7/', '/events/:id', { id: '7' }))).toBe('/events/7');
    expect(loggedPath(requestOf('/events/by-slug/a', '/events/by-slug/:slug', { slug: 'a' }))).toBe(
      '/events/by-slug/:slug',
    );
    expect(loggedPath(requestOf('/cal_0123456789'))).toBe('*');
    expect(loggedQuery(requestOf('/events?page=2'))).toBe('');
  });

  it.each([
    ['page=2&tags[]=1&tags[1]=2&%74ags=3', 'page=2&tags=1&tags=2&tags=3'],
    ['search=jazz+night&start_date=2030-01-01%2010:00', 'search=jazz+night&start_date=2030-01-01+10%3A00'],
    ['search=can%C3%A7%C3%B3&tags=1,2,concert-de-jazz', 'search=can%C3%A7%C3%B3&tags=1%2C2%2Cconcert-de-jazz'],
    ['page', 'page='],
    ['', ''],
  ])('has the declared parameters of %s', (query, expected) => {
    expect(loggedQueryOf(query)).toBe(expected);
  });

  it.each([
    'password=hunter2',
    'PASSWORD=hunter2',
    '%70assword=hunter2',
    '%2570assword=hunter2',
    'password[]=hunter2',
    'page[hunter2]=1',
    '+password+=hunter2',
    'search=%E0password=hunter2',
    'x=1;password=hunter2',
    'search=x%26password=hunter2',
    'hunter2',
    `search=${'hunter2'.repeat(5)}`,
    `search=x+${'hunter2'.repeat(5)}`,
    'search=<hunter2>',
  ])('hides possible secrets: %s (8.15)', (query) => {
    expect(loggedQueryOf(query)).not.toContain('hunter2');
  });
});
