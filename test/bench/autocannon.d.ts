/** Declarations for `autocannon`, limited to the parts used here. The package has no types of its own. */
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Sampling interval in milliseconds. A run can end only at a sample. */
    sampleInt: number;
    /** Seconds. */
    timeout: number;
    requests: { setupRequest: (request: Request) => Request }[];
  }

  export interface Result {
    /** Seconds. */
    duration: number;
    /** Connection errors, including timeouts. */
    errors: number;
  }

  /** A running load test. Awaiting it returns the result. */
  export interface Instance extends PromiseLike<Result> {
    /** @param listener receives the response time in milliseconds as its last argument */
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }

  export default function autocannon(options: Options): Instance;
}
