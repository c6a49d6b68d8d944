/** Refusals that another attempt may not meet: who may ask, and how often, changes without the request. */
const PASSING = new Set([401, 403, 429]);

/** Whether an answer of a status is given again to whoever sends its request again, instead of carrying that out. */
export const isKept = (status: number): boolean => status < 500 && !PASSING.has(status);
