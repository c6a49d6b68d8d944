import { PublishingFields } from '../../records/publishing/publishing.fields.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { CATEGORY, EVENT, ORGANIZER, TAG, VENUE } from '../../kinds/calendar-kinds.js';
import type { ParsedDateTime } from '../../kernel/time/parse-date-time.js';
import { AcceptsViewMembers } from '../../kernel/schema/field.js';
import { Rules } from '../../kernel/schema/rules.js';
import {
  BooleanField,
  DateTimeField,
  IdField,
  KeywordField,
  RecordsField,
  RichTextField,
  TermsField,
  TextField,
  TimeZoneField,
  UrlField,
  type LinkInput,
  type TermLink,
} from '../../kernel/schema/fields.js';
import { MAX_SLUG_LENGTH } from '../../kernel/text/slugify.js';
import { CreateOrganizerDto } from '../../organizers/dto/create-organizer.dto.js';
import { CreateVenueDto } from '../../venues/dto/create-venue.dto.js';
import { CostDetailsField, CostField } from '../cost.field.js';
import type { CostDetails } from '../cost/cost-details.js';
import { scheduleRule } from '../event-schedule.js';
import {
  ATTENDANCE_MODES,
  DEFAULT_ATTENDANCE_MODE,
  DEFAULT_EVENT_STATUS,
  EVENT_STATUSES,
  type AttendanceMode,
  type EventStatus,
} from '../event-status.js';
import { PasswordField } from '../password.field.js';
import { EventView } from './event.view.js';

/** Fields of a new event. */
@AcceptsViewMembers(() => EventView)
@Rules(scheduleRule)
@Extensible(EVENT, 'input')
export class CreateEventDto extends PublishingFields {
  @TextField({ required: true, example: 'examples.event.title' })
  title!: string;

  @DateTimeField({ required: true, example: '2026-12-20T19:00:00+01:00' })
  start_date!: ParsedDateTime;

  @DateTimeField({ required: true, example: '2026-12-20T21:00:00+01:00' })
  end_date!: ParsedDateTime;

  @TimeZoneField({ example: 'Europe/Madrid' })
  timezone?: string | null;

  @BooleanField({ defaultOnCreate: false, example: false })
  all_day?: boolean | null;

  @KeywordField({ values: EVENT_STATUSES, defaultOnCreate: DEFAULT_EVENT_STATUS })
  event_status?: EventStatus | null;

  @KeywordField({ values: ATTENDANCE_MODES, defaultOnCreate: DEFAULT_ATTENDANCE_MODE })
  attendance_mode?: AttendanceMode | null;

  @UrlField({ sample: 'https://video.example/concert' })
  online_url?: string | null;

  @DateTimeField({ sample: '2026-12-13 19:00:00' })
  previous_start_date?: ParsedDateTime | null;

  @RichTextField({ example: 'examples.event.excerpt' })
  excerpt?: string | null;

  @TextField({ maxLength: MAX_SLUG_LENGTH, example: 'examples.event.slug' })
  slug?: string | null;

  @CostField({ example: '10 €' })
  cost?: (string | number)[] | null;

  @CostDetailsField()
  cost_details?: CostDetails | null;

  @UrlField({ example: 'https://agenda.example/concert' })
  website?: string | null;

  @BooleanField({ defaultOnCreate: true })
  show_map?: boolean | null;

  @BooleanField({ defaultOnCreate: true })
  show_map_link?: boolean | null;

  @BooleanField({ defaultOnCreate: false })
  hide_from_listings?: boolean | null;

  @BooleanField({ defaultOnCreate: false })
  sticky?: boolean | null;

  @BooleanField({ defaultOnCreate: false })
  featured?: boolean | null;

  @BooleanField({ defaultOnCreate: false })
  ticketed?: boolean | null;

  @IdField({ references: EVENT, sample: 12 })
  post_parent?: number | null;

  @TermsField({ references: CATEGORY, example: ['examples.category.name'] })
  categories?: TermLink[] | null;

  @TermsField({ references: TAG, example: ['examples.tag.name'] })
  tags?: TermLink[] | null;

  @RecordsField({
    references: VENUE,
    record: CreateVenueDto,
    example: [{ venue: 'examples.venue.venue', city: 'Reus' }],
    sample: [1],
  })
  venue?: LinkInput<CreateVenueDto>[] | null;

  @RecordsField({
    references: ORGANIZER,
    record: CreateOrganizerDto,
    example: [{ organizer: 'examples.organizer.organizer' }],
    sample: [1],
  })
  organizer?: LinkInput<CreateOrganizerDto>[] | null;

  @PasswordField()
  password?: string | null;
}
