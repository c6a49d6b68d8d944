const READS = new Set(['GET', 'HEAD']);
const WRITES_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Whether a method reads a record or list. */
export const isReadMethod = (method: string): boolean => READS.has(method);

/** Whether a method creates or updates, so that its parameters may come in a body too. */
export const mayHaveBody = (method: string): boolean => WRITES_WITH_BODY.has(method);

/** Whether a method creates, updates or deletes. */
export const isWriteMethod = (method: string): boolean => mayHaveBody(method) || method === 'DELETE';
