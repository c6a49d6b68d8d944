import { epochToLocal, type LocalDateTime } from '../../kernel/time/local-time.js';

/** Formats a date without a time: `20270308`. @see https://www.rfc-editor.org/rfc/rfc5545#section-3.3.4 */
export const dateValue = (local: LocalDateTime): string => local.slice(0, 10).replaceAll('-', '');

/** Formats wall-clock time: `20270308T190000`. @see https://www.rfc-editor.org/rfc/rfc5545#section-3.3.5 */
export const dateTimeValue = (local: LocalDateTime): string =>
  `${dateValue(local)}T${local.slice(11, 13)}${local.slice(14, 16)}${local.slice(17, 19)}`;

/** Formats an instant in epoch seconds: `20270308T180000Z`. */
export const utcValue = (epochSeconds: number): string => `${dateTimeValue(epochToLocal(epochSeconds, 'UTC'))}Z`;
