import { NAMESPACE } from '../kernel/context/namespace.js';
import type { PageContext } from './page-context.js';

/** URLs of the feeds of a calendar. */
export interface FeedUrls {
  readonly calendar: string;
  readonly atom: string;
}

/** The feeds of the events that meet filters of the list, in the language of the page. */
export function feedUrls({ request, language }: PageContext, filters: URLSearchParams): FeedUrls {
  const query = new URLSearchParams([...filters, ['ml_language', language]]).toString();
  const events = `${request.baseUrl}/${NAMESPACE}/events`;
  return { calendar: `${events}.ics?${query}`, atom: `${events}.atom?${query}` };
}

/** Links that subscribe an application to a calendar. They are followed only by a click. */
export function subscriptionUrls(calendar: string, name: string) {
  const webcal = calendar.replace(/^https?:/, 'webcal:');
  return {
    webcal,
    google: `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcal }).toString()}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: calendar, name }).toString()}`,
  };
}
