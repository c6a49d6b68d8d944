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
import { setTraceIdSource } from '../logging/service-logger.js';
import { SERVICE_VERSION } from '../service-version.js';
import { redactStringLiterals } from './redact-string-literals.js';

/** Time for the collector to receive the last spans when the service stops, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 2_000;

/** Personal data, and values that the client can choose freely. */
const REDACTED_ATTRIBUTES = [
  'client.address',
  'network.peer.address',
  'network.peer.port',
  'server.address',
  'user_agent.original',
];

interface Tracing {
  /** Sends the remaining spans, for at most 2 s. */
  stop(): Promise<void>;
}

/**
 * Traces requests and their SQL statements, and exports the spans as configured by the environment variables of OpenTelemetry.
 * @param processors receive the spans instead of the configured exporters
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
    // Without these, the SDK would export metrics and logs too.
    metricReaders: [],
    logRecordProcessors: [],
    ...(processors ? { spanProcessors: processors } : {}),
  });
  sdk.start();
  requireInstrumentedModules();
  setTraceIdSource(traceIds);
  return {
    stop: () => Promise.race([sdk.shutdown().catch(() => undefined), setTimeout(SHUTDOWN_TIMEOUT_MS, undefined)]),
  };
}

/** Instrumentations patch modules when they are required. The patches apply to later imports too, because they change shared objects. */
function requireInstrumentedModules(): void {
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
    // Called when the request ends. Until then, the route and its secret parameters are unknown.
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

/** Removes the string constants of statements, and error messages of the database, which may repeat a value. */
function pgInstrumentation(): PgInstrumentation {
  return new PgInstrumentation({
    requireParentSpan: true,
    requestHook: (span, { query }) => {
      span.setAttribute('db.query.text', redactStringLiterals(query.text));
      const setStatus = span.setStatus.bind(span);
      span.setStatus = ({ code }) => setStatus({ code });
    },
  });
}

function traceIds(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { traceId: span.traceId, spanId: span.spanId } : {};
}
