import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { isAborted, routeOf, responseStatusOf, type EndedRequest } from '../ended-request.js';

/** Others are counted as one, so that nobody can make series at will. */
const LABELED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** From an answer of the cache to the longest that a request may take, in seconds. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Counts requests by method, route and status, and measures how long they take. */
export class RequestMetrics {
  private readonly inFlight: Gauge;
  private readonly requests: Counter<'method' | 'route' | 'status'>;
  private readonly durations: Histogram<'method' | 'route'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.inFlight = new Gauge({
      name: 'calendar_http_requests_in_flight',
      help: 'Requests in flight.',
      registers,
    });
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

  recordEnd(ended: EndedRequest): void {
    const method = LABELED_METHODS.has(ended.request.method) ? ended.request.method : 'other';
    const route = routeOf(ended.request);
    this.inFlight.dec();
    this.requests.inc({ method, route, status: isAborted(ended) ? 'aborted' : String(responseStatusOf(ended)) });
    this.durations.observe({ method, route }, ended.durationMs / 1000);
  }
}
