import { jest } from '@jest/globals';
import { byRunMode } from './run-mode.js';

// Fault tests start many processes, in the short form on a machine that runs other tests too.
jest.setTimeout(byRunMode(300_000, 1_800_000));
