import { hasPrivilege } from '../../kernel/context/permissions.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import { PublishableListQuery } from '../../records/publishing/publishable-list.query.js';
import { USER_REFERENCE_TARGET } from '../../records/types/record-kinds.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { CATEGORY, EVENT, ORGANIZER, TAG, VENUE } from '../../kinds/calendar-kinds.js';
import type { TermFilter } from '../../records/crud/parameter-references.js';
import type { DateBound } from '../../kernel/time/date-bound.js';
import type { Period } from '../../kernel/time/parse-period.js';
import {
  BooleanField,
  BooleanOrKeywordField,
  DateBoundField,
  DirectionField,
  IdField,
  IdsField,
  KeywordField,
  KeywordsField,
  NumberField,
  PeriodField,
  TermFilterField,
  type SortDirection,
} from '../../kernel/schema/fields.js';
import { Rules, type Rule } from '../../kernel/schema/rules.js';
import { ATTENDANCE_MODES, EVENT_STATUSES, type AttendanceMode, type EventStatus } from '../event-status.js';

const EVENT_SORT_NAMES = ['start_date', 'end_date', 'title', 'date', 'modified', 'id'] as const;
export type EventSortName = (typeof EVENT_SORT_NAMES)[number];

/** Circumference of the Earth in kilometres. */
const MAX_RADIUS_KM = 40_075;

/** Requires both coordinates or neither. `geoloc=false` excludes them, as events without a place have no distance. */
const geolocationRule: Rule<ListEventsQuery> = ({ geoloc, geoloc_lat, geoloc_lng }) => {
  const hasCoordinate = geoloc_lat !== undefined || geoloc_lng !== undefined;
  const coordinates = { key: 'validation.coordinates' };
  const errors = {
    ...(hasCoordinate && geoloc_lat === undefined ? { geoloc_lat: coordinates } : {}),
    ...(hasCoordinate && geoloc_lng === undefined ? { geoloc_lng: coordinates } : {}),
    ...(hasCoordinate && geoloc === false ? { geoloc: { key: 'validation.geoloc' } } : {}),
  };
  if (Object.keys(errors).length > 0) throw parameterError(errors);
};

/** A list of events without its pages: filters and order. */
export type EventSelection = Omit<ListEventsQuery, 'page' | 'per_page' | 'after'>;

/** A list of events of the days of `during`. */
export type DaysSelection = EventSelection & { readonly during: Period };

/** Parameters of the list of events. */
@Rules(geolocationRule)
@Extensible(EVENT, 'query')
export class ListEventsQuery extends PublishableListQuery {
  @DateBoundField({ description: 'window.start_date', sample: 'today' })
  start_date?: DateBound;

  @DateBoundField({ description: 'window.end_date', sample: '+2 weeks' })
  end_date?: DateBound;

  @DateBoundField({ description: 'window.starts_before' })
  starts_before?: DateBound;

  @DateBoundField({ description: 'window.starts_after' })
  starts_after?: DateBound;

  @DateBoundField({ description: 'window.ends_before' })
  ends_before?: DateBound;

  @DateBoundField({ description: 'window.ends_after', example: 'now' })
  ends_after?: DateBound;

  @PeriodField({ description: 'window.during', sample: '2026-12-05/2026-12-06' })
  during?: Period;

  @BooleanField({ description: 'window.strict_dates', default: false })
  strict_dates!: boolean;

  @TermFilterField({ description: 'categories_filter', references: CATEGORY })
  categories?: TermFilter;

  @TermFilterField({ description: 'tags_filter', references: TAG })
  tags?: TermFilter;

  @IdsField({ description: 'venue_filter', references: VENUE })
  venue?: number[];

  @IdsField({ description: 'organizer_filter', references: ORGANIZER })
  organizer?: number[];

  @IdsField({ description: 'author_filter', references: USER_REFERENCE_TARGET })
  author?: number[];

  /** Whether all prices are zero. Events without prices match neither value. */
  @BooleanField({ description: 'free_filter' })
  free?: boolean;

  @BooleanField({ description: 'featured_filter' })
  featured?: boolean;

  @BooleanField({ description: 'ticketed_filter' })
  ticketed?: boolean;

  @KeywordsField({ values: EVENT_STATUSES, description: 'event_status_filter' })
  event_status?: EventStatus[];

  @KeywordsField({ values: ATTENDANCE_MODES, description: 'attendance_mode_filter' })
  attendance_mode?: AttendanceMode[];

  @IdField({ description: 'post_parent_filter', references: EVENT, min: 1 })
  post_parent?: number;

  @IdsField({ description: 'include_events' })
  include?: number[];

  @BooleanField({ description: 'geo.geoloc' })
  geoloc?: boolean;

  @NumberField({ description: 'geo.geoloc_lat', min: -90, max: 90, sample: 40.9907 })
  geoloc_lat?: number;

  @NumberField({ description: 'geo.geoloc_lng', min: -180, max: 180, sample: 0.9262 })
  geoloc_lng?: number;

  @NumberField({ description: 'geo.geoloc_radius', min: 0, max: MAX_RADIUS_KM, default: 25 })
  geoloc_radius!: number;

  @KeywordField({ values: EVENT_SORT_NAMES, default: 'start_date' })
  orderby!: EventSortName;

  @DirectionField({ default: 'asc' })
  order!: SortDirection;

  @BooleanOrKeywordField({
    word: 'any',
    description: 'hide_from_listings_filter',
    isForbidden: (value, principal) => (value === 'true' || value === 'any') && !hasPrivilege(principal, 'listHidden'),
  })
  hide_from_listings?: 'true' | 'false' | 'any';
}
