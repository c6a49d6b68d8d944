import { conformanceChecker } from './conformance/conformance-checker.js';
import { rawRequest, type RawResponse, type RawRequest } from './raw-request.js';
import { startServiceProcess } from './service-process.js';
import { ADMIN_TOKEN, type TestCalendar } from './test-calendar.js';

/** A request of a process; a `path` that begins with `/` stands behind the origin, any other behind the namespace. */
export type ProcessRequest = Omit<RawRequest, 'method'> & { readonly method?: string };

/** The service as a process of its own that keeps answers and writes down all it can. */
export interface WatchedService {
  readonly origin: string;
  /** Where its metrics are. */
  readonly metrics: string;
  /** Sends a request; rejects what is not answered as documented. */
  request(asked: ProcessRequest): Promise<RawResponse>;
  /** What it has written so far. */
  output(): string;
}

/** Starts the service on the database of a calendar; `stopServiceProcesses` ends it. */
export async function startWatchedService({ databaseUrl }: TestCalendar): Promise<WatchedService> {
  const service = startServiceProcess({
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN,
    CACHE_BYTES: '20000000',
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
  });
  const origin = await service.origin;
  const compared = await conformanceChecker(origin);
  return {
    origin,
    metrics: /^Metrics +(\S+)/m.exec(service.output())?.[1] ?? '',
    output: service.output,
    request: async ({ method = 'GET', path, headers, body }) => {
      const full = path.startsWith('/') ? path : `/calendar/events/v1/${path}`;
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const answer = await rawRequest(origin, { method, path: full, headers: { ...type, ...headers }, body });
      return compared(method, full, answer);
    },
  };
}
