import { conformanceChecker } from '../document/conformance-log.js';
import { rawRequest, type RawRequest } from '../requests/raw-request.js';
import { metricsUrlOf, startServiceProcess } from './service-process.js';
import { ADMIN_TOKEN, type TestCalendar } from '../calendar/test-calendar.js';

/** A request. A `path` with a leading `/` is relative to the origin, any other to the namespace. */
export type ProcessRequest = Omit<RawRequest, 'method'> & { readonly method?: string };

/** A service in its own process, with response cache, metrics and debug log. */
export type WatchedService = Awaited<ReturnType<typeof startWatchedService>>;

/** Starts the service on the database of a calendar. `stopServiceProcesses` stops it. */
export async function startWatchedService({ databaseUrl }: TestCalendar) {
  const settings = { CACHE_BYTES: '20000000', LOG_LEVEL: 'debug', METRICS_PORT: '0' };
  const service = startServiceProcess({ DATABASE_URL: databaseUrl, ADMIN_TOKEN, ...settings });
  const origin = await service.origin;
  const checkResponse = await conformanceChecker(origin);
  return {
    origin,
    /** URL of its metrics. */
    metrics: metricsUrlOf(service),
    /** Everything printed so far. */
    output: service.output,
    /** Sends a request. Rejects undocumented responses. */
    request: async ({ method = 'GET', body, ...request }: ProcessRequest) => {
      const path = request.path.startsWith('/') ? request.path : `/calendar/events/v1/${request.path}`;
      const headers = { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...request.headers };
      return checkResponse(method, path, await rawRequest(origin, { method, path, headers, body }));
    },
  };
}
