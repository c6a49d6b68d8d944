/** Names the trace that is under way, if there is one. */
type TraceSource = () => Readonly<Record<string, string>>;

let traceSource: TraceSource | undefined;

/** Has every line of logs opened from now on name its trace. */
export function enableTraceMixin(traces: TraceSource): void {
  traceSource = traces;
}

/** What adds the trace to a line; `undefined` where there are no traces. */
export const traceMixin = (): TraceSource | undefined => traceSource;
