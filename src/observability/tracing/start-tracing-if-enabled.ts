import { isTracingEnabled } from '../../kernel/config/configuration.js';
import type { Tracing } from './tracing.js';

/** Starts tracing where OpenTelemetry's variables ask for it. Else nothing of it is loaded, as that takes its time and memory. */
export async function startTracingIfEnabled(variables: NodeJS.ProcessEnv): Promise<Tracing | undefined> {
  if (!isTracingEnabled(variables)) return undefined;
  const { startTracing } = await import('./tracing.js');
  return startTracing();
}
