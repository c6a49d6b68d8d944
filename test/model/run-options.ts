/** Multiplier for the number of comparisons, relative to `npm test`. */
export const TIMES = Number(process.env['MODEL_TIMES'] ?? 1);

/** Seed of the generators. A failure prints it. */
export const SEED = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
