import { randomUUID } from 'node:crypto';

/** The id of a request: the one that it brings where that can stand in a log as it is, else a new one. */
export const requestIdFromHeader = (header: string | undefined): string =>
  header !== undefined && /^[\w.-]{1,64}$/.test(header) ? header : randomUUID();
