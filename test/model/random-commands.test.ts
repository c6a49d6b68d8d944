import { it } from 'vitest';
import fc from 'fast-check';
import { commands, namingCommands } from './generators/commands.js';
import { playCommands, START_TIME } from './play-commands.js';
import { SEED, RUN_FACTOR } from './run-options.js';
import { useModel } from './use-model.js';

const { calendar, state } = useModel(START_TIME);

it.each([
  [
    'random requests get the responses of the model, and every user reads the records of the model (3.2, 4.1, 5.5, 8.3, 8.5, 8.9, 8.14, 9.3)',
    commands(40),
  ],
  ['random names and slugs find, create and link the records of the model (3.6, 4.2, 6.8, 6.9)', namingCommands(60)],
])(
  '%s',
  async (_title, commandLists) => {
    const property = fc.asyncProperty(commandLists, (commandList) => playCommands(calendar, state, commandList));
    await fc.assert(property, {
      numRuns: 3 * RUN_FACTOR,
      seed: SEED,
      endOnFailure: process.env['MODEL_SHRINK'] === undefined,
    });
  },
  RUN_FACTOR * 120_000,
);
