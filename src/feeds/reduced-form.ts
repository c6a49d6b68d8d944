import type { EventView } from '../events/dto/event.view.js';

/**
 * Whether an event is served in its reduced form, because it has a password and the caller may not edit it. Only the reduced form has no
 * attendance mode.
 */
export const isReduced = (event: EventView): boolean => event.attendance_mode === null;
