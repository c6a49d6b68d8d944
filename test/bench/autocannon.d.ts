/** The part of autocannon's interface that is used here; the package brings no types. */
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
    /** Seconds, where no `amount` of requests ends the run. */
    duration?: number;
    amount?: number;
    /** Milliseconds between samples; a run ends with one. */
    sampleInt: number;
    /** Seconds. */
    timeout: number;
    requests: { setupRequest: (request: Request) => Request }[];
  }

  export interface Result {
    /** Seconds. */
    duration: number;
    '2xx': number;
    non2xx: number;
    /** Timeouts are among them. */
    errors: number;
  }

  /** A run under way; its result when awaited. */
  export interface Instance extends PromiseLike<Result> {
    stop(): void;
    /** @param listener the last argument is how long the answer took, in milliseconds */
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }

  export default function autocannon(options: Options): Instance;
}
