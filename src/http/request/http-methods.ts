const READ_METHODS = new Set(['GET', 'HEAD']);
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

export const isReadMethod = (method: string): boolean => READ_METHODS.has(method);

/** Whether a method creates or updates. Its parameters may be in a body. */
export const methodMayHaveBody = (method: string): boolean => METHODS_WITH_BODY.has(method);

export const isWriteMethod = (method: string): boolean => methodMayHaveBody(method) || method === 'DELETE';
