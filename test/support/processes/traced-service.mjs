// The built service with its spans in memory. SIGTERM stops it and prints the spans as lines of JSON.
import 'reflect-metadata';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { readConfiguration } from '../../../dist/kernel/config/configuration.js';
import { startTracing } from '../../../dist/observability/tracing/tracing.js';

const configuration = readConfiguration(process.env);
const exporter = new InMemorySpanExporter();
const tracing = startTracing([new SimpleSpanProcessor(exporter)]);
const { startService } = await import('../../../dist/service.js');
const service = await startService(configuration);

process.once('SIGTERM', async () => {
  await service.stop();
  const lines = [];
  for (const span of exporter.getFinishedSpans()) {
    const { name, kind, attributes, status, events, resource, parentSpanContext } = span;
    const { traceId, spanId } = span.spanContext();
    const parent = parentSpanContext?.spanId;
    const fields = { name, kind, attributes, status, events, resource: resource.attributes, traceId, spanId, parent };
    lines.push(`SPAN ${JSON.stringify(fields)}\n`);
  }
  // Unread output would be lost on exit.
  await new Promise((resolve) => process.stdout.write(lines.join(''), resolve));
  await tracing.stop();
  process.exit(0);
});
