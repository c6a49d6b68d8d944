import { byRunMode } from '../support/run/run-mode.js';

/** Multiplier for the number of comparisons, relative to `npm test`. */
export const RUN_FACTOR = Number(process.env['MODEL_TIMES'] ?? byRunMode(1, 6));

/** Seed of the generators. A failure prints it. */
export const SEED = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
