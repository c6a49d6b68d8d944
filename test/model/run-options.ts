/** How many times as much is compared as in `npm test`. */
export const TIMES = Number(process.env['MODEL_TIMES'] ?? 1);

/** Seed of the generators. A failure prints it. */
export const SEED = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
