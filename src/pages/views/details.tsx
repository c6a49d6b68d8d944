import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../../kernel/language/languages.js';
import type { TermView } from '../../kinds/term.view.js';
import type { VenueView } from '../../venues/dto/venue.view.js';
import { languageAttribute, type Props, type RecordPage } from '../page-context.js';

const LINKED_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const PHONE_PATTERN = /^\+?[\d\s()./-]+$/;

/** A link to an address from a record. Addresses with unsafe schemes, such as `javascript:`, are shown as text. */
export const SafeLink = ({ url, children }: { url: string; children: ComponentChildren }): VNode =>
  LINKED_SCHEMES.has(URL.parse(url)?.protocol ?? '') ? (
    <a href={url} rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <>{url}</>
  );

/** A detail in a list of details, unless it has no value. */
export const Detail = ({ term, children }: { term: string; children: ComponentChildren }): VNode | null =>
  children ? (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;

type Contact = { readonly [Name in 'phone' | 'email' | 'website']?: string | null };

/** Contacts of a venue or an organizer, or the website of an event. Phone numbers must match a pattern to be links. */
export const ContactDetails = ({ page: { text }, contact }: Props<{ contact: Contact }>): VNode => {
  const { phone, email, website } = contact;
  const mailAddress = encodeURIComponent(email ?? '').replace('%40', '@');
  return (
    <>
      <Detail term={text('phone')}>
        {phone && PHONE_PATTERN.test(phone) ? (
          <SafeLink url={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</SafeLink>
        ) : (
          phone
        )}
      </Detail>
      <Detail term={text('email')}>{email && <SafeLink url={`mailto:${mailAddress}`}>{email}</SafeLink>}</Detail>
      <Detail term={text('website')}>
        {website && (
          <SafeLink url={website}>{website.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')}</SafeLink>
        )}
      </Detail>
    </>
  );
};

/** Postal address of a venue, and with `hasMapLink` a link that opens its place in a map application. */
export function Address({ page, venue, hasMapLink }: Props<{ venue: VenueView; hasMapLink: boolean }>): VNode | null {
  const { address, zip, city, stateprovince, country, geo_lat, geo_lng } = venue;
  const region = [stateprovince === city ? null : stateprovince, countryName(country, page.language)];
  const lines = [address, [zip, city].filter(Boolean).join(' '), region.filter(Boolean).join(', ')].filter(Boolean);
  const point = geo_lat === null || geo_lng === null ? undefined : `${geo_lat},${geo_lng}`;
  if (lines.length === 0 && !point) return null;
  return (
    <>
      {lines.length > 0 && (
        <address>
          {lines.map((line) => (
            <span>{line}</span>
          ))}
        </address>
      )}
      {hasMapLink && point && (
        <p class="map-link">
          <a href={`geo:${point}?q=${point}`}>{page.text('open_map')}</a>
        </p>
      )}
    </>
  );
}

/** The name of a country. A code is replaced: `ES` becomes `Espanya`. */
const countryName = (country: string | null, language: Language): string | null | undefined =>
  country && /^[A-Z]{2}$/.test(country) ? new Intl.DisplayNames(language, { type: 'region' }).of(country) : country;

type Linked = Pick<TermView, 'slug' | 'ml_language'>;

/** A link to the page of a record. Its `lang` is the language of the name. */
export const RecordLink = ({ page, kind, record, name }: Props<{ kind: RecordPage; record: Linked; name: string }>) => (
  <a href={page.recordUrl(kind, record.slug)} lang={languageAttribute(record, page)}>
    {name}
  </a>
);

type LinkDetailProps = Props<{ kind: RecordPage; term: string; records: readonly (Linked & { name: string })[] }>;

export const LinkDetail = ({ page, kind, term, records }: LinkDetailProps): VNode => (
  <Detail term={page.text(term)}>
    {records.length > 0 && (
      <ul class="links">
        {records.map((record) => (
          <li>
            <RecordLink page={page} kind={kind} record={record} name={record.name} />
          </li>
        ))}
      </ul>
    )}
  </Detail>
);
