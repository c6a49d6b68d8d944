import type { VNode } from 'preact';
import type { Language } from '../../kernel/language/languages.js';
import { embedRichText } from '../../kernel/text/embed-rich-text.js';
import type { ImageView } from '../../records/images/image.view.js';
import { feedUrls, languageAttribute, type PageContext, type Props } from '../page-context.js';

/** Width of a picture beside a text if the style sheet is missing. */
const UNSTYLED_WIDTH = 240;

/** @param isDecorative whether the text beside the image says what it shows */
type RecordImageProps = Props<{ image: ImageView; className: string; isDecorative?: boolean }>;

/** The image of a record. If its host is not allowed: a link to it, or nothing for a decorative one. */
export function RecordImage({ page, image, className, isDecorative }: RecordImageProps): VNode | null {
  const { url, alt, width, height } = image;
  if (isAllowedImage(page, url))
    return (
      <img
        class={className}
        src={url}
        alt={isDecorative ? '' : (alt ?? '')}
        loading="lazy"
        decoding="async"
        width={width ?? (isDecorative ? UNSTYLED_WIDTH : undefined)}
        height={height ?? undefined}
      />
    );
  return isDecorative ? null : (
    <p class="image-link">
      <a href={url} rel="noopener noreferrer">
        {page.text('show_image')}
      </a>
    </p>
  );
}

/** Whether a page loads an image: it is of this service, or its host is one of `PAGES_IMAGE_HOSTS`. */
function isAllowedImage({ site, baseUrl }: PageContext, address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  if (url.origin === new URL(baseUrl).origin) return true;
  return site.configuration.PAGES_IMAGE_HOSTS.some((allowed) => {
    if (allowed === '*') return url.protocol === 'https:';
    return allowed.startsWith('*.') ? url.host.endsWith(allowed.slice(1)) : url.host === allowed;
  });
}

type DescriptionProps = Props<{ record: { description: string; ml_language: Language } }>;

/** The description of a record, which is sanitized HTML. Its headings are below those of the page. */
export function Description({ page, record }: DescriptionProps): VNode | null {
  if (record.description === '') return null;
  const html = embedRichText(record.description, {
    firstLevel: 3,
    isAllowedImage: (address) => isAllowedImage(page, address),
    imageText: page.text('show_image'),
  });
  return (
    <section class="description" aria-labelledby="description">
      <h2 class="visually-hidden" id="description">
        {page.text('description')}
      </h2>
      <div lang={languageAttribute(record, page)} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

/** @param filters those of the events to subscribe to @param name of the calendar, by default that of the site */
type SubscribeProps = Props<{ filters: URLSearchParams; name?: string }>;

/** Ways to subscribe to events: calendar applications, a feed reader, an address to copy. */
export function Subscribe({ page, filters, name = page.siteName }: SubscribeProps): VNode {
  const { text } = page;
  const { calendar, atom } = feedUrls(page, filters);
  const links = [...calendarLinks(page, calendar, name), [text('subscribe.atom'), atom]];
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

function calendarLinks({ text }: PageContext, calendar: string, name: string): string[][] {
  const webcal = calendar.replace(/^https?:/, 'webcal:');
  const google = new URLSearchParams({ cid: webcal }).toString();
  const outlook = new URLSearchParams({ url: calendar, name }).toString();
  return [
    [text('subscribe.application'), webcal],
    ['Google Calendar', `https://calendar.google.com/calendar/render?${google}`],
    ['Outlook', `https://outlook.live.com/calendar/0/addfromweb?${outlook}`],
  ];
}
