import { conformanceChecker } from '../document/conformance-checker.js';
import { rawRequest, type RawResponse, type RawRequest } from '../requests/raw-request.js';
import { startServiceProcess } from './service-process.js';
import { ADMIN_TOKEN, type TestCalendar } from '../calendar/test-calendar.js';

/** A request. A `path` with a leading `/` is relative to the origin, any other to the namespace. */
export type ProcessRequest = Omit<RawRequest, 'method'> & { readonly method?: string };

/** A service in its own process, with response cache, metrics and debug log. */
export interface WatchedService {
  readonly origin: string;
  /** URL of its metrics. */
  readonly metrics: string;
  /** Sends a request. Rejects undocumented responses. */
  request(request: ProcessRequest): Promise<RawResponse>;
  /** Everything printed so far. */
  output(): string;
}

/** Starts the service on the database of a calendar. `stopServiceProcesses` stops it. */
export async function startWatchedService({ databaseUrl }: TestCalendar): Promise<WatchedService> {
  const service = startServiceProcess({
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN,
    CACHE_BYTES: '20000000',
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
  });
  const origin = await service.origin;
  const checkResponse = await conformanceChecker(origin);
  return {
    origin,
    metrics: /^Metrics +(\S+)/m.exec(service.output())?.[1] ?? '',
    output: service.output,
    request: async ({ method = 'GET', path, headers, body }) => {
      const fullPath = path.startsWith('/') ? path : `/calendar/events/v1/${path}`;
      const contentType = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const response = await rawRequest(origin, {
        method,
        path: fullPath,
        headers: { ...contentType, ...headers },
        body,
      });
      return checkResponse(method, fullPath, response);
    },
  };
}
