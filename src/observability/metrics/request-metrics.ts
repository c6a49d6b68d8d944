import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Other methods share one label, so that clients cannot create any number of series. */
const LABELED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** From a cached response to the request timeout, in seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Counts requests by method, route and status, and measures how long they take. */
export class RequestMetrics {
  private readonly inFlight: Gauge;
  private readonly requests: Counter<'method' | 'route' | 'status'>;
  private readonly durations: Histogram<'method' | 'route'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.inFlight = new Gauge({ name: 'calendar_http_requests_in_flight', help: 'Requests in flight.', registers });
    this.requests = new Counter({
      name: 'calendar_http_requests_total',
      help: 'Completed requests. The status is "aborted" if the client disconnected before the response was sent.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.durations = new Histogram({
      name: 'calendar_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response.',
      labelNames: ['method', 'route'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    });
  }

  recordStart(): void {
    this.inFlight.inc();
  }

  /** @param labels `status` is a status code or `aborted` */
  recordEnd({ method, route, status }: Record<'method' | 'route' | 'status', string>, durationMs: number): void {
    const labels = { method: LABELED_METHODS.has(method) ? method : 'other', route };
    this.inFlight.dec();
    this.requests.inc({ ...labels, status });
    this.durations.observe(labels, durationMs / 1000);
  }
}
