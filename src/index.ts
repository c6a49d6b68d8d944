/**
 * The public API for those who extend the calendar, or make it part of an application of their own. Versions follow
 * https://semver.org: what is exported here keeps working until the next major version; everything else is private.
 *
 * `docs/extending.md` leads through all of it by an example.
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

// Routes: who may call them, what they are given, what is documented of them.
export { NAMESPACE } from './common/http/namespace.js';
export { Authenticated, Public } from './common/auth/authenticated.decorator.js';
export { type Principal, type Role } from './common/auth/principal.js';
export { Context, type RequestContext } from './common/http/request-context.js';
export { Id, Slug, type RecordKey } from './common/http/address-parameters.decorator.js';
export { Describe } from './common/http/operations.js';
export { Fields } from './common/validation/fields.decorator.js';
export { LanguageQuery } from './common/pagination/page.query.js';
export { type Language, type RequestLanguage } from './common/language/languages.js';

// Parameters.
export { type FieldOptions } from './common/validation/field.js';
export { BooleanField, IdField, IdsField, IntegerField, KeywordField, TextField } from './common/validation/fields.js';

// Errors and texts.
export { ApiError, parameterError, type Message } from './common/errors/api-error.js';
export { type ErrorCode } from './common/errors/error-codes.js';
export { Messages } from './common/language/messages.js';
