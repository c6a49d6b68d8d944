const READ_METHODS = new Set(['GET', 'HEAD']);
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Whether a method reads a record or list. */
export const isReadMethod = (method: string): boolean => READ_METHODS.has(method);

/** Whether a method creates or updates, so that its parameters may come in a body too. */
export const methodMayHaveBody = (method: string): boolean => METHODS_WITH_BODY.has(method);

/** Whether a method creates, updates or deletes. */
export const isWriteMethod = (method: string): boolean => methodMayHaveBody(method) || method === 'DELETE';
