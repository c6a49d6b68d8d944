import type { VNode } from 'preact';
import { feedUrls, type PageContext, type Props } from '../page-context.js';

/** @param filters those of the events to subscribe to @param name of the calendar, by default that of the site */
type SubscribeProps = Props<{ filters: URLSearchParams; name?: string }>;

/** Ways to subscribe to events: calendar applications, a feed reader, an address to copy. */
export function Subscribe({ page, filters, name = page.site.name }: SubscribeProps): VNode {
  const { text } = page;
  const { calendar, atom } = feedUrls(page, filters);
  const links = [...calendarLinks(page, calendar, name), [text('subscribe.atom'), atom] as const];
  return (
    <section class="subscribe" aria-labelledby="subscribe">
      <h2 id="subscribe">{text('subscribe.title')}</h2>
      <p>{text('subscribe.description', { name })}</p>
      <ul>
        {links.map(([label, url]) => (
          <li>
            <a href={url} rel="noopener noreferrer nofollow">
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p class="subscribe-address">
        <label for="calendar-address">{text('subscribe.address')}</label>
        <input id="calendar-address" type="url" value={calendar} readOnly />
      </p>
    </section>
  );
}

/** Links that add a calendar to an application. They are followed only by a click. */
function calendarLinks({ text }: PageContext, calendar: string, name: string) {
  const webcal = calendar.replace(/^https?:/, 'webcal:');
  const google = new URLSearchParams({ cid: webcal }).toString();
  const outlook = new URLSearchParams({ url: calendar, name }).toString();
  return [
    [text('subscribe.application'), webcal],
    ['Google Calendar', `https://calendar.google.com/calendar/render?${google}`],
    ['Outlook', `https://outlook.live.com/calendar/0/addfromweb?${outlook}`],
  ] as const;
}
