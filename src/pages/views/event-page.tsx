import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { isFree } from '../../feeds/json-ld/offers.js';
import { languageAttribute, NO_FILTERS } from '../page-context.js';
import { Address, ContactDetails, Detail, LinkDetail, RecordLink, SafeLink } from './details.js';
import { Document, type PageHead } from './document.js';
import { EventStatusLabel, EventWhen, FallbackNote, type EventProps } from './event-item.js';
import { Description, RecordImage, Subscribe } from './record-parts.js';

type EventPageProps = EventProps & {
  head: PageHead;
  /** Whether the page asks for the password. `event` is then in its reduced form. */
  isLocked?: boolean;
  /** Why the password was not accepted. */
  error?: string;
};

export function EventPage({ page, head, event, isLocked = false, error }: EventPageProps): VNode {
  const { text } = page;
  return (
    <Document page={page} head={head}>
      <article class={event.image ? 'record' : 'record has-no-image'}>
        <header class="record-title">
          <EventStatusLabel page={page} event={event} />
          <EventPhase page={page} event={event} />
          <h1 lang={languageAttribute(event, page)}>{event.title}</h1>
          <FallbackNote page={page} record={event} />
        </header>
        <div class="record-details">
          <EventDetails page={page} event={event} />
          {!event.password_protected && (
            <p>
              <a class="button" href={`${event.rest_url}.ics?ml_language=${page.language}`} rel="nofollow">
                {text('download_event')}
              </a>
            </p>
          )}
        </div>
        {event.image && <RecordImage page={page} image={event.image} className="record-image" />}
        <Description page={page} record={event} />
        {isLocked && <PasswordForm page={page} event={event} error={error} />}
      </article>
      {!isLocked && <Subscribe page={page} {...calendarOf(event)} />}
    </Document>
  );
}

/** Whether an event takes place now, or has ended. */
function EventPhase({ page, event }: EventProps): VNode | null {
  if (Date.parse(event.starts_at) > page.nowMs) return null;
  const phase = Date.parse(event.ends_at) <= page.nowMs ? 'past' : 'running';
  return <p class={`event-phase is-${phase}`}>{page.text(`phase.${phase}`)}</p>;
}

function EventDetails({ page, event }: EventProps): VNode {
  const { text } = page;
  const { venue: venues, online_url, cost, show_map_link } = event;
  const organizers = event.organizer.map((each) => ({ ...each, name: each.organizer }));
  return (
    <dl class="details">
      <Detail term={text('when')}>
        <EventWhen page={page} event={event} />
      </Detail>
      <Detail term={text('where')}>
        {venues.length > 0 &&
          venues.map((venue) => (
            <div class="place">
              <RecordLink page={page} kind="venue" record={venue} name={venue.venue} />
              <Address page={page} venue={venue} hasMapLink={show_map_link && venue.show_map_link} />
            </div>
          ))}
      </Detail>
      <Detail term={text('online')}>{online_url && <SafeLink url={online_url}>{text('online_link')}</SafeLink>}</Detail>
      <Detail term={text('price')}>{isFree(event) ? text('free') : cost}</Detail>
      <LinkDetail page={page} kind="organizer" term="organizer" records={organizers} />
      <ContactDetails page={page} contact={{ website: event.website }} />
      <LinkDetail page={page} kind="category" term="category" records={event.categories} />
      <LinkDetail page={page} kind="tag" term="tags" records={event.tags} />
    </dl>
  );
}

/** Filters and name of the calendar to subscribe to: of the first venue, otherwise of the first organizer, otherwise of all events. */
function calendarOf({ venue: [venue], organizer: [organizer] }: EventView) {
  if (venue) return { filters: new URLSearchParams({ venue: String(venue.id) }), name: venue.venue };
  if (!organizer) return { filters: NO_FILTERS };
  return { filters: new URLSearchParams({ organizer: String(organizer.id) }), name: organizer.organizer };
}

const PasswordForm = ({ page, event, error }: EventProps & { error: string | undefined }): VNode => (
  <form class="password-form" method="post" action={page.recordUrl('event', event.slug)}>
    <p>{page.text('password.explanation')}</p>
    <p class="field">
      <label for="password">{page.text('password.label')}</label>
      <input
        type="password"
        id="password"
        name="password"
        maxLength={200}
        required
        autocomplete="off"
        autofocus={error !== undefined}
        aria-describedby={error && 'password-error'}
        aria-invalid={error ? 'true' : undefined}
      />
      {error && (
        <span class="error" id="password-error" role="alert">
          {error}
        </span>
      )}
    </p>
    <button type="submit">{page.text('password.submit')}</button>
  </form>
);
