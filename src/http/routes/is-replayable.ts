/** Refusals that another attempt may not meet: who may ask, and how often, changes without the request. */
const NOT_REPLAYABLE = new Set([401, 403, 429]);

/** Whether an answer of a status is given again to whoever sends its request again, instead of carrying that out. */
export const isReplayable = (status: number): boolean => status < 500 && !NOT_REPLAYABLE.has(status);
