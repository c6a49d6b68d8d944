import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterAll, beforeAll } from 'vitest';

/** Discards what Nest logs during the tests of a file. */
export function useSilentLogger(): void {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new ConsoleLogger()));
}
