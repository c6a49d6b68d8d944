import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../../kernel/language/languages.js';
import type { VenueView } from '../../venues/dto/venue.view.js';
import type { PageContext } from '../page-context.js';

const LINKED_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const PHONE_PATTERN = /^\+?[\d\s()./-]+$/;

interface SafeLinkProps {
  readonly url: string;
  readonly children: ComponentChildren;
}

/** A link to an address from a record. The renderer does not check schemes: an address with another one is text. */
export const SafeLink = ({ url, children }: SafeLinkProps): VNode =>
  LINKED_SCHEMES.has(URL.parse(url)?.protocol ?? '') ? (
    <a href={url} rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <>{url}</>
  );

/** A website by its address without scheme. */
export const Website = ({ url }: { readonly url: string }): VNode => (
  <SafeLink url={url}>{url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')}</SafeLink>
);

/** A phone number. A text with other characters is no number. */
export const Phone = ({ number }: { readonly number: string }): VNode =>
  PHONE_PATTERN.test(number) ? (
    <SafeLink url={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</SafeLink>
  ) : (
    <>{number}</>
  );

interface DetailProps {
  readonly term: string;
  readonly children: ComponentChildren;
}

/** A detail in a list of details. One without a value is not shown. */
export const Detail = ({ term, children }: DetailProps): VNode | null =>
  children ? (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;

interface AddressProps {
  readonly page: PageContext;
  readonly venue: VenueView;
  /** Whether the settings of the record show a link to a map. */
  readonly hasMapLink: boolean;
}

/** Postal address of a venue, and a link that opens its place in a map application. */
export function Address({ page, venue, hasMapLink }: AddressProps): VNode {
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
