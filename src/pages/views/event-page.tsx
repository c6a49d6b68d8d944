import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { isFree } from '../../feeds/json-ld/offers.js';
import { languageAttribute } from '../page-context.js';
import { Address, Detail, LinkDetail, RecordLink, SafeLink, Website } from './details.js';
import { Document, type PageHead } from './document.js';
import { EventStatusLabel, FallbackNote, type EventProps } from './event-item.js';
import { EventWhen } from './event-time.js';
import { Description, RecordImage } from './record-parts.js';
import { Subscribe } from './subscribe.js';

/** @param parent the event that this one is part of */
type EventTitleProps = EventProps & { parent?: EventView | undefined };

/** The page of one event. */
export const EventPage = ({ page, head, event, parent }: EventTitleProps & { head: PageHead }): VNode => (
  <Document page={page} head={head}>
    <article class={event.image ? 'record' : 'record has-no-image'}>
      <EventTitle page={page} event={event} parent={parent} />
      <div class="record-details">
        <EventDetails page={page} event={event} />
        {!event.password_protected && (
          <p>
            <a class="button" href={`${event.rest_url}.ics?ml_language=${page.language}`} rel="nofollow">
              {page.text('download_event')}
            </a>
          </p>
        )}
      </div>
      {event.image && <RecordImage page={page} image={event.image} className="record-image" />}
      <Description page={page} record={event} />
    </article>
    <SubscribeToSimilar page={page} event={event} />
  </Document>
);

/** Status, title and parent of an event. */
const EventTitle = ({ page, event, parent }: EventTitleProps): VNode => (
  <header class="record-title">
    <EventStatusLabel page={page} event={event} />
    <EventPhase page={page} event={event} />
    <h1 lang={languageAttribute(event, page)}>{event.title}</h1>
    {parent && (
      <p class="record-parent">
        {page.text('part_of')} <RecordLink page={page} kind="event" record={parent} name={parent.title} />
      </p>
    )}
    <FallbackNote page={page} record={event} />
  </header>
);

/** Whether an event takes place now, or has ended. */
function EventPhase({ page, event }: EventProps): VNode | null {
  if (Date.parse(event.starts_at) > page.nowMs) return null;
  const phase = Date.parse(event.ends_at) <= page.nowMs ? 'past' : 'running';
  return <p class={`event-phase is-${phase}`}>{page.text(`phase.${phase}`)}</p>;
}

/** The calendar of the venue, else that of the organizer, else of all events. */
function SubscribeToSimilar({ page, event }: EventProps): VNode {
  const [venue] = event.venue;
  const [organizer] = event.organizer;
  if (venue) return <Subscribe page={page} filters={filter('venue', venue.id)} name={venue.venue} />;
  if (organizer)
    return <Subscribe page={page} filters={filter('organizer', organizer.id)} name={organizer.organizer} />;
  return <Subscribe page={page} filters={new URLSearchParams()} />;
}

const filter = (name: string, id: number) => new URLSearchParams({ [name]: String(id) });

/** When, where, how much, by whom. */
function EventDetails({ page, event }: EventProps): VNode {
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
      <LinkDetail
        page={page}
        kind="organizer"
        term={text('organizer')}
        records={organizer.map((each) => ({ ...each, name: each.organizer }))}
      />
      <Detail term={text('website')}>{website && <Website url={website} />}</Detail>
      <LinkDetail page={page} kind="category" term={text('category')} records={categories} />
      <LinkDetail page={page} kind="tag" term={text('tags')} records={tags} />
    </dl>
  );
}

function Places({ page, event: { venue, show_map_link } }: EventProps): VNode | null {
  if (venue.length === 0) return null;
  return (
    <Detail term={page.text('where')}>
      {venue.map((each) => (
        <div class="place">
          <RecordLink page={page} kind="venue" record={each} name={each.venue} />
          <Address page={page} venue={each} hasMapLink={show_map_link && each.show_map_link} />
        </div>
      ))}
    </Detail>
  );
}

/** @param error why the password was not accepted */
type PasswordPageProps = EventTitleProps & { head: PageHead; error?: string };

/** A protected event: what everyone may see of it, and a form for its password. */
export const PasswordPage = ({ page, head, event, error }: PasswordPageProps): VNode => (
  <Document page={page} head={head}>
    <article class="record has-no-image">
      <EventTitle page={page} event={event} />
      <div class="record-details">
        <dl class="details">
          <Detail term={page.text('when')}>
            <EventWhen page={page} event={event} />
          </Detail>
        </dl>
      </div>
      <PasswordForm page={page} event={event} error={error} />
    </article>
  </Document>
);

const PasswordForm = ({ page, event, error }: EventProps & { error: string | undefined }): VNode => (
  <form class="password-form" method="post" action={page.urls.record('event', event.slug)}>
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
