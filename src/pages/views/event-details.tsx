import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { isFree } from '../../feeds/json-ld/offers.js';
import type { TermView } from '../../kinds/term.view.js';
import type { OrganizerView } from '../../organizers/dto/organizer.view.js';
import type { PageContext } from '../page-context.js';
import type { RecordPage } from '../page-urls.js';
import { Address, Detail, SafeLink, Website } from './contact.js';
import { EventWhen } from './event-when.js';
import { languageAttribute } from './event-item.js';

interface EventDetailsProps {
  readonly page: PageContext;
  readonly event: EventView;
}

/** When, where, how much, by whom. */
export function EventDetails({ page, event }: EventDetailsProps): VNode {
  const { text } = page;
  const { online_url, cost, website, organizer, categories, tags } = event;
  return (
    <dl class="details">
      <Detail term={text('when')}>
        <EventWhen page={page} event={event} />
      </Detail>
      <Places page={page} event={event} />
      <Detail term={text('online')}>{online_url && <SafeLink url={online_url}>{text('online_link')}</SafeLink>}</Detail>
      <Detail term={text('price')}>{isFree(event) ? text('free') : cost}</Detail>
      <LinkDetail page={page} kind="organizer" term={text('organizer')} records={organizer.map(withName)} />
      <Detail term={text('website')}>{website && <Website url={website} />}</Detail>
      <LinkDetail page={page} kind="category" term={text('category')} records={categories} />
      <LinkDetail page={page} kind="tag" term={text('tags')} records={tags} />
    </dl>
  );
}

function Places({ page, event: { venue, show_map_link } }: EventDetailsProps): VNode | null {
  if (venue.length === 0) return null;
  return (
    <Detail term={page.text('where')}>
      {venue.map((each) => (
        <div class="place">
          <a href={page.urls.record('venue', each.slug)} lang={languageAttribute(each, page)}>
            {each.venue}
          </a>
          <Address page={page} venue={each} hasMapLink={show_map_link && each.show_map_link} />
        </div>
      ))}
    </Detail>
  );
}

const withName = (organizer: OrganizerView) => ({ ...organizer, name: organizer.organizer });

interface LinkDetailProps {
  readonly page: PageContext;
  readonly kind: RecordPage;
  readonly term: string;
  readonly records: readonly Pick<TermView, 'slug' | 'name' | 'ml_language'>[];
}

/** Links to the pages of records. */
export const LinkDetail = ({ page, kind, term, records }: LinkDetailProps): VNode | null =>
  records.length === 0 ? null : (
    <Detail term={term}>
      <ul class="links">
        {records.map((record) => (
          <li>
            <a href={page.urls.record(kind, record.slug)} lang={languageAttribute(record, page)}>
              {record.name}
            </a>
          </li>
        ))}
      </ul>
    </Detail>
  );
