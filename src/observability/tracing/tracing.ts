import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { trace, type Attributes, type Span } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Request } from 'express';
import { loggedPath, loggedQuery } from '../../http/request/logged-url.js';
import { requestStateOf } from '../../http/request/request-state.js';
import { enableTraceMixin } from '../logging/trace-mixin.js';
import { SERVICE_VERSION } from '../service-version.js';
import { redactLiterals } from './redact-literals.js';

/** How long the collector may take for what is left when the service stops, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 2_000;

/** What the request itself says of these is the client's word, and may be anything; where it comes from is a person's. */
const REDACTED_ATTRIBUTES = [
  'client.address',
  'network.peer.address',
  'network.peer.port',
  'server.address',
  'user_agent.original',
];

/** Traces that are being taken until `stop`. */
export interface Tracing {
  /** Sends what is left, as long as that takes no more than a moment. */
  stop(): Promise<void>;
}

/**
 * Takes traces of requests and of their statements, and sends them where OpenTelemetry's variables say.
 * @param processors where to send them instead
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function startTracing(processors?: SpanProcessor[]): Tracing {
  const sdk = new NodeSDK({
    resource: resources.defaultResource().merge(
      resources.resourceFromAttributes({
        'service.name': 'calendar-events-service',
        'service.version': SERVICE_VERSION,
      }),
    ),
    instrumentations: [httpInstrumentation(), pgInstrumentation()],
    // Only traces: the SDK would send metrics and logs as well.
    metricReaders: [],
    logRecordProcessors: [],
    ...(processors ? { spanProcessors: processors } : {}),
  });
  sdk.start();
  instrumentModules();
  enableTraceMixin(traceIds);
  return {
    stop: () => Promise.race([sdk.shutdown().catch(() => undefined), setTimeout(SHUTDOWN_TIMEOUT_MS, undefined)]),
  };
}

/** The instrumentations see what is required, not what is imported. They change the classes themselves, so once is enough. */
function instrumentModules(): void {
  const require = createRequire(import.meta.url);
  require('node:http');
  require('pg');
  createRequire(require.resolve('pg'))('pg-pool');
}

function httpInstrumentation(): HttpInstrumentation {
  return new HttpInstrumentation({
    ignoreIncomingRequestHook: ({ url = '' }) => /^\/(health|metrics)\b/.test(url),
    disableOutgoingRequestInstrumentation: true,
    startIncomingSpanHook: () => ({
      ...Object.fromEntries(REDACTED_ATTRIBUTES.map((name) => [name, undefined])),
      'url.path': '/',
      'url.query': undefined,
    }),
    // Called at the end, when the request is known; until then a span says nothing of the address.
    applyCustomAttributesOnSpan: (span, request) => setSpanAttributes(span, request as Request),
  });
}

function setSpanAttributes(span: Span, request: Request): void {
  const { id, route } = requestStateOf(request);
  const query = loggedQuery(request);
  const attributes: Attributes = { 'url.path': loggedPath(request), 'http.route': route, 'calendar.request_id': id };
  span.setAttributes(query ? { ...attributes, 'url.query': query } : attributes);
  span.updateName(`${request.method} ${route ?? 'unmatched'}`);
}

/** Values are not told, neither those in a statement nor beside it; what the database says of an error may repeat one. */
function pgInstrumentation(): PgInstrumentation {
  return new PgInstrumentation({
    requireParentSpan: true,
    requestHook: (span, { query }) => {
      span.setAttribute('db.query.text', redactLiterals(query.text));
      const setStatus = span.setStatus.bind(span);
      span.setStatus = ({ code }) => setStatus({ code });
    },
  });
}

function traceIds(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { traceId: span.traceId, spanId: span.spanId } : {};
}
