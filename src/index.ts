/**
 * Public API for extensions, and for Nest applications that contain the calendar. Versions follow https://semver.org:
 * exports of this file and of `testing/index.ts` keep working until the next major version; everything else is private.
 *
 * `docs/extending.md` explains the API by an example.
 * @packageDocumentation
 */

// The calendar as part of a Nest application.
export { CalendarModule, type CalendarOptions } from './calendar.module.js';
export { CalendarAdapter } from './http/server/calendar-adapter.js';

// Extensions.
export {
  CalendarExtension,
  type Extension,
  type ExtensionMetadata,
  type ExtensionMigration,
} from './extension/calendar-extension.js';

// Record extensions: what extensions add to existing kinds of records.
export {
  ExtendsRecord,
  type ExtensionFilter,
  type ExtensionSortKey,
  type ExtensionRow,
  type RecordScope,
  type RecordExtension,
  type RecordExtensionParts,
} from './records/extension-points/record-extension.js';
export { Extensible } from './kernel/schema/extensible.decorator.js';

export { CustomFields, type CustomFieldOptions } from './records/extension-points/custom-fields.decorator.js';

// Kinds of records, their tables and entities.
export type { RecordKind, ReferenceTarget, RecordKey } from './kernel/context/record-kind.js';
export { CATEGORY, EVENT, ORGANIZER, TAG, VENUE } from './kinds/calendar-kinds.js';
export { defineKind } from './records/types/record-kinds.js';
export { linkTableSql, recordTablesSql } from './persistence/migrations/record-tables.js';
export { DERIVED_COLUMN_GROUP, slugColumns, translationColumns } from './records/types/columns.js';
export { publishingColumns, STATUSES, type Status } from './records/publishing/publishing.columns.js';
export { CalendarEvent } from './events/event.entity.js';
export { Venue } from './venues/venue.entity.js';
export { Organizer } from './organizers/organizer.entity.js';
export { Category } from './categories/category.entity.js';
export { Tag } from './tags/tag.entity.js';

// Routes: access rules, request context and documentation.
export { NAMESPACE } from './kernel/context/namespace.js';
export { Authenticated, Public } from './http/routes/authenticated.decorator.js';
export { type Principal, type Role } from './kernel/context/principal.js';
export { withLanguage, type RequestContext } from './kernel/context/request-context.js';
export { Create, Describe, List, Read, Remove, Update } from './http/routes/record-route.decorators.js';

// Parameters: DTOs and their fields.
export { Fields, Context, Id, Slug } from './http/params/handler-arguments.decorators.js';
export { PartialFields, AcceptsViewMembers, type FieldOptions } from './kernel/schema/field.js';
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
  type SortDirection,
} from './kernel/schema/fields.js';
export { LanguageQuery, ReadQuery } from './records/lists/base.query.js';
export { PublishableListQuery } from './records/publishing/publishable-list.query.js';
export { publishableSortKeys } from './records/publishing/publishable-lists.js';
export { PublishingFields } from './records/publishing/publishing.fields.js';
export { deletionModeOf, RemoveRecordQuery, type DeletionMode } from './records/publishing/remove-record.query.js';
export { Rules, type Rule } from './kernel/schema/rules.js';

// The resources of the calendar: services to inject, with their DTOs and views.
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

// Views of records.
export { PublishableView } from './records/views/record.view.js';
export { ExtensibleRecordView } from './records/views/extensible-record-view.decorator.js';
export { ViewBuilder } from './records/views/view-builder.js';
export { PageOf, type Page } from './records/lists/page.view.js';

// Reading.
export { unprotectedEventCondition } from './kinds/calendar-kinds.js';
export { permittedCondition, readableCondition } from './kernel/context/permissions.js';
export { ListReader, type ListDefinition } from './records/lists/list-reader.js';
export { type PageRow } from './records/lists/list-statements.js';
export { resolveSort, type SortKey, type SortKeys } from './records/lists/sort-key.js';
export {
  publishableSelection,
  type PublishableRow,
  type TranslatedRecordRow,
} from './records/publishing/publishing.select.js';
export { statusFilter } from './records/publishing/publishable-lists.js';
export { ReadScopeFactory, extensionSelections, type ReadScope } from './records/crud/read-scope.js';
export { assertReadable } from './records/crud/record-access.js';
export { recordKeyCondition } from './records/translations/slugs.js';
export { languageFilters } from './records/translations/served-translation.js';
export {
  textSortKey,
  containsWordsCondition,
  servedTranslationCondition,
} from './records/translations/served-translation.js';

// Writing.
export { collectErrors } from './kernel/errors/collect-errors.js';
export type { WriteScope } from './persistence/transactions/run-in-transaction.js';
export { runInTransaction } from './persistence/transactions/run-in-transaction.js';
export { RecordReader } from './records/crud/record-reader.js';
export { RecordWriter } from './records/crud/record-writer.js';
export { defineResource, type ResourceType, type ResourceTypeMap } from './records/crud/resource-type.js';
export { RecordStore } from './records/crud/record-store.js';
export type { ReadableIdsLookup } from './records/crud/find-readable-ids.js';
export { writeLinks, type LinkTable } from './records/crud/write-links.js';
export { fold, foldedWords, foldedNameKey } from './kernel/text/fold.js';
export { htmlToText } from './kernel/text/rich-text.js';
export { TranslationWriter, type TranslationDefinition } from './records/translations/translation-writer.js';

// Strategies: behaviour that extensions can replace.
export {
  type PublicUrlStrategy,
  type AuthenticationStrategy,
  type CostStrategy,
  type LanguageFallbackStrategy,
  type ImageStrategy,
  type PermissionStrategy,
  type ResolvedImage,
  type SlugStrategy,
  type StrategyClasses,
  type ExternalIdentity,
  type EventWindowStrategy,
} from './records/extension-points/strategy-types.js';

// Hooks before and after writes.
export { BeforeWrite, type PendingWrite } from './records/hooks/write-hooks.js';
export { OnChange, type Change } from './records/hooks/on-change.decorator.js';

// Errors, languages and texts.
export type { Message } from './kernel/language/message.js';
export { ApiError, parameterError } from './kernel/errors/api-error.js';
export { type ErrorCode } from './kernel/errors/error-codes.js';
export { type Language, type LanguageFallbackPolicy, type RequestLanguage } from './kernel/language/languages.js';
export { Messages } from './kernel/language/messages.js';
