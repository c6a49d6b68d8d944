import { defineKind } from 'calendar-events-service';

/** How records of this kind are called wherever they appear. */
export const SPEAKER = defineKind({ name: 'speaker', plural: 'speakers' });
