import { request, type Agent, type IncomingHttpHeaders } from 'node:http';

/** What is asked, as it goes over the wire. */
export interface RequestSpec {
  /** What answers are counted by; default: method and path. */
  readonly name?: string;
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text as it is. */
  readonly body?: object | string;
}

/** An answer, and how long it took, in milliseconds; 0 is the status of a connection that broke. */
export interface TimedResponse {
  readonly name: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly durationMs: number;
}

/** Asks once, by a connection of an agent. */
export function sendTimed(origin: string, agent: Agent, spec: RequestSpec): Promise<TimedResponse> {
  const { method = 'GET', path, name = `${method} ${path}` } = spec;
  const body = textOf(spec);
  const { hostname, port } = new URL(origin);
  const begin = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, headers: IncomingHttpHeaders = {}, text = '') =>
      resolve({ name, status, headers, text, durationMs: performance.now() - begin });
    const options = { agent, hostname, port, method, path, headers: headersOf(spec, body) };
    const clientRequest = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', () => end(0));
      answer.on('end', () => end(answer.statusCode ?? 0, answer.headers, Buffer.concat(parts).toString()));
    });
    clientRequest.on('error', () => end(0)).end(body);
  });
}

const textOf = ({ body }: RequestSpec): string | undefined => (typeof body === 'object' ? JSON.stringify(body) : body);

function headersOf({ headers }: RequestSpec, body: string | undefined): Record<string, string | number> {
  if (body === undefined) return { ...headers };
  return { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers };
}
