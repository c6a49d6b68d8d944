import type { ComponentChildren, VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { Language } from '../../kernel/language/languages.js';
import type { TermView } from '../../kinds/term.view.js';
import type { OrganizerView } from '../../organizers/dto/organizer.view.js';
import type { VenueView } from '../../venues/dto/venue.view.js';
import { languageAttribute, type Props } from '../page-context.js';
import type { RecordPage } from '../page-urls.js';

const LINKED_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const PHONE_PATTERN = /^\+?[\d\s()./-]+$/;

/** A link to an address from a record. The renderer does not check schemes: an address with another one is text. */
export const SafeLink = ({ url, children }: { url: string; children: ComponentChildren }): VNode =>
  LINKED_SCHEMES.has(URL.parse(url)?.protocol ?? '') ? (
    <a href={url} rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <>{url}</>
  );

/** A website by its address without scheme. */
export const Website = ({ url }: { url: string }): VNode => (
  <SafeLink url={url}>{url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')}</SafeLink>
);

/** A phone number. A text with other characters is no number. */
export const Phone = ({ number }: { number: string }): VNode =>
  PHONE_PATTERN.test(number) ? (
    <SafeLink url={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</SafeLink>
  ) : (
    <>{number}</>
  );

/** A detail in a list of details. One without a value is not shown. */
export const Detail = ({ term, children }: { term: string; children: ComponentChildren }): VNode | null =>
  children ? (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;

/** Postal address of a venue, and a link that opens its place in a map application. @param hasMapLink setting of the record */
export function Address({ page, venue, hasMapLink }: Props<{ venue: VenueView; hasMapLink: boolean }>): VNode {
  const { address, zip, city, stateprovince, country, geo_lat, geo_lng } = venue;
  const town = [zip, city].filter(Boolean).join(' ');
  const region = stateprovince === city ? null : stateprovince;
  const lines = [address, town, [region, countryName(country, page.language)].filter(Boolean).join(', ')].filter(
    Boolean,
  );
  return (
    <>
      {lines.length > 0 && (
        <address>
          {lines.map((line) => (
            <span>{line}</span>
          ))}
        </address>
      )}
      {hasMapLink && geo_lat !== null && geo_lng !== null && (
        <p class="map-link">
          <a href={`geo:${geo_lat},${geo_lng}?q=${geo_lat},${geo_lng}`}>{page.text('open_map')}</a>
        </p>
      )}
    </>
  );
}

/** The name of a country that is given by its code: `ES` is `Espanya`. */
const countryName = (country: string | null, language: Language): string | null | undefined =>
  country && /^[A-Z]{2}$/.test(country) ? new Intl.DisplayNames(language, { type: 'region' }).of(country) : country;

type Linked = Pick<TermView, 'slug' | 'ml_language'>;

/** A link to the page of a record, in the language of its texts. */
export const RecordLink = ({ page, kind, record, name }: Props<{ kind: RecordPage; record: Linked; name: string }>) => (
  <a href={page.urls.record(kind, record.slug)} lang={languageAttribute(record, page)}>
    {name}
  </a>
);

type LinkDetailProps = Props<{ kind: RecordPage; term: string; records: readonly (Linked & { name: string })[] }>;

/** Links to the pages of records. */
export const LinkDetail = ({ page, kind, term, records }: LinkDetailProps): VNode | null =>
  records.length === 0 ? null : (
    <Detail term={term}>
      <ul class="links">
        {records.map((record) => (
          <li>
            <RecordLink page={page} kind={kind} record={record} name={record.name} />
          </li>
        ))}
      </ul>
    </Detail>
  );

/** Address and contact of a venue. */
export function VenueDetails({ page, venue }: Props<{ venue: VenueView }>): VNode {
  const { address, zip, city, stateprovince, country, geo_lat, phone, website, show_map_link } = venue;
  const hasAddress = [address, zip, city, stateprovince, country].some(Boolean) || geo_lat !== null;
  return (
    <>
      <Detail term={page.text('address')}>
        {hasAddress && <Address page={page} venue={venue} hasMapLink={show_map_link} />}
      </Detail>
      <Detail term={page.text('phone')}>{phone && <Phone number={phone} />}</Detail>
      <Detail term={page.text('website')}>{website && <Website url={website} />}</Detail>
    </>
  );
}

/** Contact of an organizer. */
export function OrganizerDetails({ page, organizer }: Props<{ organizer: OrganizerView }>): VNode {
  const { phone, website, email } = organizer;
  const mailAddress = `mailto:${encodeURIComponent(email ?? '').replace('%40', '@')}`;
  return (
    <>
      <Detail term={page.text('phone')}>{phone && <Phone number={phone} />}</Detail>
      <Detail term={page.text('email')}>{email && <SafeLink url={mailAddress}>{email}</SafeLink>}</Detail>
      <Detail term={page.text('website')}>{website && <Website url={website} />}</Detail>
    </>
  );
}

type CategoryDetailsProps = Props<Record<'parents' | 'subcategories', readonly CategoryView[]>>;

/** The categories above and below a category. */
export const CategoryDetails = ({ page, parents, subcategories }: CategoryDetailsProps): VNode => (
  <>
    <LinkDetail page={page} kind="category" term={page.text('parent_category')} records={parents} />
    <LinkDetail page={page} kind="category" term={page.text('subcategories')} records={subcategories} />
  </>
);
