import { defineKind } from 'calendar-events-service';

/** Who speaks at events. */
export const SPEAKER = defineKind({ name: 'speaker', plural: 'speakers' });
