/**
 * The public API for those who extend the calendar, or make it part of an application of their own. Versions follow
 * https://semver.org: what is exported here keeps working until the next major version; everything else is private.
 *
 * `docs/extending.md` leads through it by an example.
 * @packageDocumentation
 */

// The calendar as part of a Nest application.
export { CalendarModule, type CalendarOptions } from './calendar.module.js';
export { CalendarAdapter } from './server/calendar-adapter.js';

// Extensions.
export {
  CalendarExtension,
  type Extension,
  type ExtensionMetadata,
  type ExtensionMigration,
} from './extension/calendar-extension.js';

// What extensions add to records of the calendar.
export {
  AddsTo,
  type AddedFilter,
  type AddedOrder,
  type AddedRow,
  type AddedTo,
  type Addition,
  type AdditionParts,
} from './common/records/addition.js';
export { TakesAdditions } from './common/records/addition-points.js';

export { CustomFields, type CustomFieldUses } from './common/custom-fields/custom-fields.decorator.js';

// Kinds of records, their tables and entities.
export type { RecordKind, Referable } from "./common/records/record-kind.js";
export {
  CATEGORY,
  defineKind,
  EVENT,
  ORGANIZER,
  TAG,
  VENUE
} from './common/records/kinds.js';
export { linkTable, recordTables } from './database/record-tables.js';
export { DERIVED } from './common/audit/derived.js';
export { publishingColumns, STATUSES, type Status } from './common/publishing/publishing.columns.js';
export { slugColumns } from './common/slug/slug.columns.js';
export { textColumns } from './common/texts/text.columns.js';
export { CalendarEvent } from './events/event.entity.js';
export { Venue } from './venues/venue.entity.js';
export { Organizer } from './organizers/organizer.entity.js';
export { Category } from './categories/category.entity.js';
export { Tag } from './tags/tag.entity.js';

// Routes: who may call them, what they are given, what is documented of them.
export { NAMESPACE } from './common/http/namespace.js';
export { Authenticated, Public } from './common/auth/authenticated.decorator.js';
export { type Principal, type Role } from './common/auth/principal.js';
export { Context } from "./common/http/context.decorator.js";
export { inLanguage, type RequestContext } from './common/http/request-context.js';
export type { RecordKey } from "./common/http/record-key.js";
export { Id, Slug } from './common/http/address-parameters.decorator.js';
export { Create, Describe, List, Read, Remove, Update } from './common/http/operations.js';

// Parameters: DTOs and their fields.
export { Fields } from './common/validation/fields.decorator.js';
export { PartialFields, WritesTo, type FieldOptions } from './common/validation/field.js';
export {
  BooleanField,
  DateTimeField,
  DirectionField,
  EmailField,
  IdField,
  IdsField,
  IntegerField,
  KeywordField,
  KeywordsField,
  NumberField,
  RichTextField,
  SearchField,
  TextField,
  UrlField,
} from './common/validation/fields.js';
export { LanguageQuery, ReadQuery } from './common/pagination/page.query.js';
export { PublishedQuery } from './common/publishing/published.query.js';
export { PublishingFields } from './common/publishing/publishing.fields.js';
export { fateOf, RemoveRecordQuery, type Fate } from './common/records/remove-record.query.js';
export { Rules, type Rule } from './common/validation/rules.js';

// The records of the calendar, as its own routes read and write them: services to inject, and what they take and give.
export { EventsService } from './events/events.service.js';
export { ListEventsQuery } from './events/dto/list-events.query.js';
export { CreateEventDto } from './events/dto/create-event.dto.js';
export { UpdateEventDto } from './events/dto/update-event.dto.js';
export { EventList, EventView } from './events/dto/event.view.js';
export { VenuesService } from './venues/venues.service.js';
export { ListVenuesQuery } from './venues/dto/list-venues.query.js';
export { CreateVenueDto } from './venues/dto/create-venue.dto.js';
export { UpdateVenueDto } from './venues/dto/update-venue.dto.js';
export { VenueList, VenueView } from './venues/dto/venue.view.js';
export { OrganizersService } from './organizers/organizers.service.js';
export { ListOrganizersQuery } from './organizers/dto/list-organizers.query.js';
export { CreateOrganizerDto } from './organizers/dto/create-organizer.dto.js';
export { UpdateOrganizerDto } from './organizers/dto/update-organizer.dto.js';
export { OrganizerList, OrganizerView } from './organizers/dto/organizer.view.js';
export { CategoriesService } from './categories/categories.service.js';
export { ListCategoriesQuery } from './categories/dto/list-categories.query.js';
export { CategoryList, CategoryView } from './categories/dto/category.view.js';
export { TagsService } from './tags/tags.service.js';
export { ListTagsQuery } from './tags/dto/list-tags.query.js';
export { TagList, TagView } from './tags/dto/tag.view.js';

// Views: what is served.
export { PublishedView } from './common/records/record.view.js';
export { RecordExamples } from './common/records/record-examples.js';
export { ViewBuilder } from './common/records/view-builder.js';
export { PageOf, type Page } from './common/pagination/page.view.js';

// Reading.
export { allowed, readable, shownWhole } from './common/auth/permissions.js';
export { readPage, type ListSource } from './common/pagination/list-reader.js';
export { type PageRow } from './common/pagination/page-rows.js';
export type { Direction } from "./common/validation/direction.js";
export { chosenOrder, type SortKey, type SortKeys } from './common/pagination/sort-key.js';
export { Totals } from './common/pagination/totals.js';
export { publishingSelection, type PublishingRow, type ServedTextRow } from './common/publishing/publishing.select.js';
export { statusFilter } from './common/publishing/status-filter.js';
export { type Reader, addedTo } from './common/records/reader.js';
export { judge } from './common/records/record-rights.js';
export { isNamedBy } from './common/slug/take-slug.js';
export { languageFilters } from './common/texts/language-filters.js';
export { byText, containsWords, serves } from './common/texts/served-text.js';

// Writing.
export { reportTogether } from './common/errors/report-together.js';
export { createAll } from './common/records/create-all.js';
export { inTransaction } from './common/records/in-transaction.js';
export { Records } from './common/records/records.js';
export { writeLinks, type LinkTable } from './common/records/write-links.js';
export { fold, foldedWords, nameKey } from './common/text/fold.js';
export { textOfHtml } from './common/text/rich-text.js';
export { TextWriter, type TextKind } from './common/texts/text-writer.js';

// What can be done otherwise.
export {
  type AddressStrategy,
  type AuthenticationStrategy,
  type CostStrategy,
  type FallbackStrategy,
  type ImageStrategy,
  type PermissionStrategy,
  type ResolvedImage,
  type SlugStrategy,
  type StrategyClasses,
  type VouchedIdentity,
  type WindowStrategy,
} from './common/strategies/strategy-types.js';

// What is to happen with every write.
export { BeforeWrite, type Write } from './common/writes/write-hooks.js';
export { OnChange, type Change } from './common/writes/change-feed.js';

// Errors, languages and texts.
export type { Message } from "./common/language/message.js";
export { ApiError, parameterError } from './common/errors/api-error.js';
export { type ErrorCode } from './common/errors/error-codes.js';
export { type Language, type LanguageFallback, type RequestLanguage } from './common/language/languages.js';
export { Messages } from './common/language/messages.js';
