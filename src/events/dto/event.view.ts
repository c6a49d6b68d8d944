import { ApiProperty } from '@nestjs/swagger';
import { EmbeddedCategoryView, embeddedCategoryView } from '../../categories/dto/category.view.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import { PageOf } from '../../records/lists/page.view.js';
import { EVENT } from '../../kinds/kinds.js';
import { PublishedView } from '../../records/views/record.view.js';
import { RecordExamples } from '../../records/views/record-examples.js';
import type { ViewBuilder } from '../../records/views/view-builder.js';
import { LOCAL_DATE_TIME_PATTERN, formatWithOffset } from '../../kernel/time/local-time.js';
import { timeZoneAbbreviation } from '../../kernel/time/time-zone-abbreviation.js';
import { OrganizerView, organizerView } from '../../organizers/dto/organizer.view.js';
import { EmbeddedTagView, embeddedTagView } from '../../tags/dto/tag.view.js';
import { VenueView, venueView } from '../../venues/dto/venue.view.js';
import { parseCost } from '../cost/cost.js';
import type { EventRow } from '../event.select.js';
import { isProtectedFrom } from '../protected-event.js';
import { CostDetailsView, costDetailsView, costView } from './cost.view.js';

const booleanProperty = (name: string, example: boolean) => ApiProperty({ description: `fields.${name}`, example });

/** An event as served. */
@RecordExamples(EVENT)
export class EventView extends PublishedView {
  @ApiProperty({ description: 'fields.title', example: 'examples.event.title' })
  title!: string;

  @ApiProperty({ description: 'fields.excerpt', example: 'examples.event.excerpt' })
  excerpt!: string;

  @booleanProperty('all_day', false)
  all_day!: boolean;

  @ApiProperty({ description: 'fields.start_date', pattern: LOCAL_DATE_TIME_PATTERN, example: '2026-12-20 19:00:00' })
  start_date!: string;

  @ApiProperty({ description: 'fields.end_date', pattern: LOCAL_DATE_TIME_PATTERN, example: '2026-12-20 21:00:00' })
  end_date!: string;

  @ApiProperty({ description: 'fields.starts_at', format: 'date-time', example: '2026-12-20T19:00:00+01:00' })
  starts_at!: string;

  @ApiProperty({ description: 'fields.ends_at', format: 'date-time', example: '2026-12-20T21:00:00+01:00' })
  ends_at!: string;

  @ApiProperty({ description: 'fields.timezone', example: 'Europe/Madrid' })
  timezone!: string;

  @ApiProperty({ description: 'fields.timezone_abbr', example: 'CET' })
  timezone_abbr!: string;

  @ApiProperty({ description: 'fields.cost', example: '10 €' })
  cost!: string;

  @ApiProperty({ description: 'fields.cost_details.self', type: CostDetailsView })
  cost_details!: CostDetailsView;

  @ApiProperty({
    description: 'fields.website',
    type: String,
    format: 'iri',
    nullable: true,
    example: 'https://agenda.example/concert',
  })
  website!: string | null;

  @booleanProperty('show_map', true)
  show_map!: boolean;

  @booleanProperty('show_map_link', true)
  show_map_link!: boolean;

  @booleanProperty('hide_from_listings', false)
  hide_from_listings!: boolean;

  @booleanProperty('sticky', false)
  sticky!: boolean;

  @booleanProperty('featured', true)
  featured!: boolean;

  @booleanProperty('ticketed', true)
  ticketed!: boolean;

  @booleanProperty('password_protected', false)
  password_protected!: boolean;

  @ApiProperty({ description: 'fields.post_parent', type: 'integer', minimum: 1, nullable: true, example: null })
  post_parent!: number | null;

  @ApiProperty({ description: 'fields.categories', type: [EmbeddedCategoryView] })
  categories!: EmbeddedCategoryView[];

  @ApiProperty({ description: 'fields.tags', type: [EmbeddedTagView] })
  tags!: EmbeddedTagView[];

  @ApiProperty({ description: 'fields.venue', type: [VenueView] })
  venue!: VenueView[];

  @ApiProperty({ description: 'fields.organizer', type: [OrganizerView] })
  organizer!: OrganizerView[];
}

/** A page of events. */
export class EventList extends PageOf(EVENT, EventView) {}

/** Shapes an event for a list or another place beside others: of one with a password, no more than that it is there. */
export function eventView(views: ViewBuilder, context: RequestContext, row: EventRow): EventView {
  return fullEventView(views, context, isProtectedFrom(context, row) ? { ...row, ...PROTECTED_FIELDS_MASK } : row);
}

/** What an event hides that a password protects: all but who and when, its title, and where it is found. */
const PROTECTED_FIELDS_MASK = {
  added: null,
  description: '',
  excerpt: '',
  image: null,
  image_alt: null,
  custom_fields: {},
  cost: [],
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

/** Shapes an event with all that is linked to it. */
export function fullEventView(views: ViewBuilder, context: RequestContext, row: EventRow): EventView {
  const cost = parseCost(row.cost);
  return {
    ...views.published(context, EVENT, row, row.timezone),
    title: row.title,
    excerpt: row.excerpt,
    ...scheduleView(row),
    cost: costView(views, context.language.requested, cost),
    cost_details: costDetailsView(cost),
    website: row.website,
    show_map: row.show_map,
    show_map_link: row.show_map_link,
    hide_from_listings: row.hide_from_listings,
    sticky: row.sticky,
    featured: row.featured,
    ticketed: row.ticketed,
    password_protected: row.password_protected,
    post_parent: row.post_parent,
    categories: row.categories.map((category) => embeddedCategoryView(views, context, category)),
    tags: row.tags.map((tag) => embeddedTagView(views, context, tag)),
    venue: row.venue.map((venue) => venueView(views, context, venue)),
    organizer: row.organizer.map((organizer) => organizerView(views, context, organizer)),
  };
}

function scheduleView({ all_day, start_local, end_local, starts_at, ends_at, timezone }: EventRow) {
  return {
    all_day,
    start_date: start_local,
    end_date: end_local,
    starts_at: formatWithOffset(start_local, starts_at),
    ends_at: formatWithOffset(end_local, ends_at),
    timezone,
    timezone_abbr: timeZoneAbbreviation(timezone, starts_at),
  };
}
