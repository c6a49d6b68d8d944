import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { MonotonicClock } from '../../kernel/time/monotonic-clock.js';
import { FixedWindowStorage } from './fixed-window-storage.js';

/** A minute, in milliseconds. */
const WINDOW_MS = 60_000;

/** How often one may ask, see `RateLimitGuard`, which says so in headers of its own. */
export const rateLimitModule = () =>
  ThrottlerModule.forRootAsync({
    inject: [CONFIGURATION, MonotonicClock],
    useFactory: ({ RATE_LIMIT }: Configuration, clock: MonotonicClock) => ({
      throttlers: [{ limit: RATE_LIMIT, ttl: WINDOW_MS }],
      storage: new FixedWindowStorage(clock),
    }),
  });
