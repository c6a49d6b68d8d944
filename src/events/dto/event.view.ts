import { ApiProperty } from '@nestjs/swagger';
import { EmbeddedCategoryView } from '../../categories/dto/category.view.js';
import { PageOf } from '../../records/lists/page.view.js';
import { EVENT } from '../../kinds/calendar-kinds.js';
import { PublishableView } from '../../records/views/record.view.js';
import { ExtensibleRecordView } from '../../records/views/extensible-record-view.decorator.js';
import { LOCAL_DATE_TIME_PATTERN } from '../../kernel/time/local-time.js';
import { OrganizerView } from '../../organizers/dto/organizer.view.js';
import { EmbeddedTagView } from '../../tags/dto/tag.view.js';
import { VenueView } from '../../venues/dto/venue.view.js';
import { ATTENDANCE_MODES, EVENT_STATUSES, type AttendanceMode, type EventStatus } from '../event-status.js';
import { CostDetailsView } from './cost.view.js';

const apiBooleanProperty = (name: string, example: boolean) => ApiProperty({ description: `fields.${name}`, example });

/**
 * Key of the latest modification of anything that an event shows to the caller, in the form of `modified_utc`. JSON omits members with
 * symbols as keys.
 */
export const LAST_MODIFIED_KEY = Symbol('last modified');

/** An event as served. */
@ExtensibleRecordView(EVENT)
export class EventView extends PublishableView {
  /** Of the event and of its venues, organizers, categories and tags. Passed publication dates count as modifications. */
  readonly [LAST_MODIFIED_KEY]!: string;

  @ApiProperty({ description: 'fields.title', example: 'examples.event.title' })
  title!: string;

  @ApiProperty({ description: 'fields.excerpt', example: 'examples.event.excerpt' })
  excerpt!: string;

  @apiBooleanProperty('all_day', false)
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

  @ApiProperty({ description: 'fields.event_status', enum: EVENT_STATUSES, example: 'scheduled' })
  event_status!: EventStatus;

  @ApiProperty({
    description: 'fields.attendance_mode',
    type: String,
    enum: ATTENDANCE_MODES,
    nullable: true,
    example: 'mixed',
  })
  attendance_mode!: AttendanceMode | null;

  @ApiProperty({
    description: 'fields.online_url',
    type: String,
    format: 'iri',
    nullable: true,
    example: 'https://video.example/concert',
  })
  online_url!: string | null;

  @ApiProperty({
    description: 'fields.previous_start_date',
    pattern: LOCAL_DATE_TIME_PATTERN,
    type: String,
    nullable: true,
    example: null,
  })
  previous_start_date!: string | null;

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

  @apiBooleanProperty('show_map', true)
  show_map!: boolean;

  @apiBooleanProperty('show_map_link', true)
  show_map_link!: boolean;

  @apiBooleanProperty('hide_from_listings', false)
  hide_from_listings!: boolean;

  @apiBooleanProperty('sticky', false)
  sticky!: boolean;

  @apiBooleanProperty('featured', true)
  featured!: boolean;

  @apiBooleanProperty('ticketed', true)
  ticketed!: boolean;

  @apiBooleanProperty('password_protected', false)
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
