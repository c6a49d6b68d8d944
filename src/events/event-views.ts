import { Injectable } from '@nestjs/common';
import { embeddedCategoryView } from '../categories/dto/category.view.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { epochToLocal, formatWithOffset, zoneOrStoredOffset } from '../kernel/time/local-time.js';
import { timeZoneAbbreviation } from '../kernel/time/time-zone-abbreviation.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { organizerView } from '../organizers/dto/organizer.view.js';
import { ViewBuilder } from '../records/views/view-builder.js';
import { embeddedTagView } from '../tags/dto/tag.view.js';
import { venueView } from '../venues/dto/venue.view.js';
import { CostFormatter } from './cost-formatter.js';
import { costDetails } from './cost/cost-details.js';
import { fromStoredCost } from './cost/stored-cost.js';
import { LAST_MODIFIED_KEY, type EventView } from './dto/event.view.js';
import type { EventRow } from './event.select.js';
import { requiresPassword } from './event-passwords.js';

@Injectable()
export class EventViews {
  constructor(
    private readonly views: ViewBuilder,
    private readonly costs: CostFormatter,
  ) {}

  /** The view of an event in a list. If the event has a password, its protected fields are masked. */
  listView(context: RequestContext, row: EventRow): EventView {
    return this.fullView(context, requiresPassword(context, row) ? { ...row, ...PROTECTED_FIELDS_MASK } : row);
  }

  fullView(context: RequestContext, row: EventRow): EventView {
    const cost = fromStoredCost({ texts: row.cost, details: row.cost_details });
    return {
      ...this.views.publishableView(context, EVENT, row, zoneOf(row)),
      [LAST_MODIFIED_KEY]: epochToLocal(lastModifiedOf(row), 'UTC'),
      title: row.title,
      excerpt: row.excerpt,
      ...scheduleMembers(row),
      cost: this.costs.format(cost, context.language.requested),
      cost_details: costDetails(cost),
      website: row.website,
      show_map: row.show_map,
      show_map_link: row.show_map_link,
      hide_from_listings: row.hide_from_listings,
      sticky: row.sticky,
      featured: row.featured,
      ticketed: row.ticketed,
      password_protected: row.password_protected,
      post_parent: row.post_parent,
      categories: row.categories.map((category) => embeddedCategoryView(this.views, context, category)),
      tags: row.tags.map((tag) => embeddedTagView(this.views, context, tag)),
      venue: row.venue.map((venue) => venueView(this.views, context, venue)),
      organizer: row.organizer.map((organizer) => organizerView(this.views, context, organizer)),
    };
  }
}

/**
 * The latest modification of an event and of the records in it, in seconds since 1970. Passed publication dates count, because a scheduled
 * record appears without a write.
 */
function lastModifiedOf({ venue, organizer, categories, tags, ...event }: EventRow): number {
  const publications = [event, ...venue, ...organizer].map(({ published_at, is_due }) =>
    is_due ? (published_at ?? 0) : 0,
  );
  const modifications = [event, ...venue, ...organizer, ...categories, ...tags].map(({ modified_at }) => modified_at);
  return Math.max(...publications, ...modifications);
}

/** When and how an event takes place, and whether as announced. */
const scheduleMembers = (row: EventRow) => ({
  all_day: row.all_day,
  start_date: row.start_local,
  end_date: row.end_local,
  starts_at: formatWithOffset(row.start_local, row.starts_at),
  ends_at: formatWithOffset(row.end_local, row.ends_at),
  timezone: row.timezone,
  timezone_abbr: timeZoneAbbreviation(zoneOf(row), row.starts_at),
  event_status: row.event_status,
  attendance_mode: row.attendance_mode,
  online_url: row.online_url,
  previous_start_date: row.previous_start_date,
});

const zoneOf = ({ timezone, start_local, starts_at }: EventRow): string =>
  zoneOrStoredOffset(timezone, start_local, starts_at);

/** Values of the fields that a password protects (rule 8.14). */
const PROTECTED_FIELDS_MASK = {
  extensions: null,
  description: '',
  excerpt: '',
  image: null,
  image_alt: null,
  custom_fields: {},
  cost: [],
  cost_details: null,
  attendance_mode: null,
  online_url: null,
  previous_start_date: null,
  website: null,
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  ticketed: false,
  post_parent: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
} satisfies Partial<EventRow>;
