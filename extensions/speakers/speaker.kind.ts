import { defineKind } from 'calendar-events-service';

/** Names of the kind, used in URLs, tables, error codes and operation names. */
export const SPEAKER = defineKind({ name: 'speaker', plural: 'speakers' });
