import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { OrganizerView } from '../../organizers/dto/organizer.view.js';
import type { VenueView } from '../../venues/dto/venue.view.js';
import type { PageContext } from '../page-context.js';
import { Address, Detail, Phone, SafeLink, Website } from './contact.js';
import { LinkDetail } from './event-details.js';

interface VenueDetailsProps {
  readonly page: PageContext;
  readonly venue: VenueView;
}

/** Address and contact of a venue. */
export function VenueDetails({ page, venue }: VenueDetailsProps): VNode {
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

interface OrganizerDetailsProps {
  readonly page: PageContext;
  readonly organizer: OrganizerView;
}

/** Contact of an organizer. */
export function OrganizerDetails({ page, organizer }: OrganizerDetailsProps): VNode {
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

interface CategoryDetailsProps {
  readonly page: PageContext;
  readonly parents: readonly CategoryView[];
  readonly subcategories: readonly CategoryView[];
}

/** The categories above and below a category. */
export const CategoryDetails = ({ page, parents, subcategories }: CategoryDetailsProps): VNode => (
  <>
    <LinkDetail page={page} kind="category" term={page.text('parent_category')} records={parents} />
    <LinkDetail page={page} kind="category" term={page.text('subcategories')} records={subcategories} />
  </>
);
