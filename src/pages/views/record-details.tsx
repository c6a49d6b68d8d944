import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { OrganizerView } from '../../organizers/dto/organizer.view.js';
import type { VenueView } from '../../venues/dto/venue.view.js';
import type { PageContext } from '../page-context.js';
import { Address, Detail, Phone, SafeLink, Website } from './contact.js';
import { LinkDetail } from './event-details.js';

interface ContactProps {
  readonly page: PageContext;
  readonly phone: string | null;
  readonly website: string | null;
  readonly email?: string | null;
}

const Contact = ({ page, phone, website, email }: ContactProps): VNode => (
  <>
    {phone && (
      <Detail term={page.text('phone')}>
        <Phone number={phone} />
      </Detail>
    )}
    {email && (
      <Detail term={page.text('email')}>
        <SafeLink url={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</SafeLink>
      </Detail>
    )}
    {website && (
      <Detail term={page.text('website')}>
        <Website url={website} />
      </Detail>
    )}
  </>
);

export function VenueDetails({ page, venue }: { readonly page: PageContext; readonly venue: VenueView }): VNode | null {
  const { address, zip, city, stateprovince, country, geo_lat, phone, website } = venue;
  const hasAddress = [address, zip, city, stateprovince, country].some(Boolean) || geo_lat !== null;
  if (!hasAddress && !phone && !website) return null;
  return (
    <dl class="details">
      {hasAddress && (
        <Detail term={page.text('address')}>
          <Address page={page} venue={venue} hasMapLink={venue.show_map_link} />
        </Detail>
      )}
      <Contact page={page} phone={phone} website={website} />
    </dl>
  );
}

export function OrganizerDetails(props: {
  readonly page: PageContext;
  readonly organizer: OrganizerView;
}): VNode | null {
  const { phone, website, email } = props.organizer;
  if (![phone, website, email].some(Boolean)) return null;
  return (
    <dl class="details">
      <Contact page={props.page} phone={phone} website={website} email={email} />
    </dl>
  );
}

interface CategoryDetailsProps {
  readonly page: PageContext;
  readonly parents: readonly CategoryView[];
  readonly subcategories: readonly CategoryView[];
}

/** The categories above and below a category. */
export function CategoryDetails({ page, parents, subcategories }: CategoryDetailsProps): VNode | null {
  if (parents.length + subcategories.length === 0) return null;
  return (
    <dl class="details">
      <LinkDetail page={page} kind="category" term={page.text('parent_category')} records={parents} />
      <LinkDetail page={page} kind="category" term={page.text('subcategories')} records={subcategories} />
    </dl>
  );
}
