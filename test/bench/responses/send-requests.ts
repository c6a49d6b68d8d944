import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ListedRequest } from './requests.js';

/** Values of earlier responses that later requests use, such as `created.id`. */
export type Variables = Map<string, string>;

/** `Host` of requests that set none, so that URLs in responses do not contain the port of the service. */
const HOST = 'calendar.example';
const TIMEOUT_MS = 20_000;
const PLACEHOLDER = /\{\{(\w+)\.(\w+)\}\}/g;
const REPETITION = /\{\{(\d+)\*(.)\}\}/g;
const BASE64 = /\{\{base64:([^}]*)\}\}/;

/**
 * Sends requests one after the other over a persistent connection. Placeholders are replaced with values of earlier
 * responses.
 */
export class RequestSender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly port: number,
    private readonly variables: Variables,
  ) {}

  /** Sends a request and returns the response as text. */
  async send(request: ListedRequest): Promise<string> {
    const path = this.resolve(request.path);
    const body = request.body === undefined ? undefined : bodyBytes(this.resolve(request.body));
    const response = await this.exchange(request.method, path, this.headers(request, body), body);
    const text = (await buffer(response)).toString();
    if (request.name !== undefined) this.storeValues(request.name, text, response);
    const { statusCode, statusMessage, rawHeaders } = response;
    const status = `${statusCode} ${statusMessage}`;
    return [`=== ${request.method} ${path}`, status, ...headerLines(rawHeaders), '', formatBody(text), ''].join('\n');
  }

  close(): void {
    this.agent.destroy();
  }

  private exchange(method: string, path: string, headers: string[], body?: Buffer): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { agent, port } = this;
    const options = { agent, port, host: '127.0.0.1', method, path, headers, timeout: TIMEOUT_MS };
    const clientRequest = httpRequest(options, resolve);
    clientRequest.on('timeout', () =>
      clientRequest.destroy(new Error(`No response to ${method} ${path} within ${TIMEOUT_MS} ms`)),
    );
    clientRequest.on('error', (cause) => reject(new Error(`${method} ${path}: ${cause.message}`, { cause })));
    clientRequest.end(body);
    return promise;
  }

  /**
   * Headers of a request. Adds `Host` and `Content-Type` unless requests.txt sets them, `Content-Length` unless it sets
   * `Transfer-Encoding`, and the token of `user`. The value `(none)` leaves out `Host` or `Content-Type`.
   */
  private headers({ method, user, headers, body: text }: ListedRequest, body: Buffer | undefined): string[] {
    const listedHeaders = headers.map(([name, value]) => [name, this.resolve(value)] as const);
    const names = new Set(listedHeaders.map(([name]) => name.toLowerCase()));
    const hasBody = body !== undefined || ['POST', 'PUT', 'PATCH'].includes(method);
    const added: (readonly [string, string] | false)[] = [
      !names.has('host') && ['Host', HOST],
      user !== undefined && ['Authorization', `Bearer ${this.variable(user, 'token')}`],
      body !== undefined && !names.has('content-type') && ['Content-Type', mediaTypeOf(text)],
      hasBody && !names.has('transfer-encoding') && ['Content-Length', String(body?.length ?? 0)],
    ];
    return [...added, ...listedHeaders.filter(([, value]) => value !== '(none)')].flatMap((header) => header || []);
  }

  private resolve(text: string): string {
    return text
      .replace(PLACEHOLDER, (_all, name: string, member: string) => this.variable(name, member))
      .replace(REPETITION, (_all, count: string, character: string) => character.repeat(Number(count)));
  }

  private variable(name: string, member: string): string {
    const value = this.variables.get(`${name}.${member}`);
    if (value === undefined) throw new Error(`No earlier response contains ${name}.${member}`);
    return value;
  }

  private storeValues(name: string, body: string, { headers }: IncomingMessage): void {
    const { etag = '' } = headers;
    const { id, token, next_rest_url: next } = JSON.parse(body) as Partial<Record<string, string | number | null>>;
    const version = `"${etag.slice(1).split('-')[0]}"`;
    const values = { id, token, etag, version, next: next?.toString().replace(`http://${HOST}`, '') };
    for (const [member, value] of Object.entries(values)) {
      if (value !== undefined && value !== null) this.variables.set(`${name}.${member}`, value.toString());
    }
  }
}

const mediaTypeOf = (body = ''): string =>
  body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';

/** Bytes of a body. `{{base64:…}}` encodes bytes that are not UTF-8. */
function bodyBytes(text: string): Buffer {
  return Buffer.concat(text.split(BASE64).map((part, index) => Buffer.from(part, index % 2 === 0 ? 'utf8' : 'base64')));
}

/** Header lines in their order and spelling on the wire. */
function headerLines(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_item, index) => index % 2 === 0);
  return names.map((name, index) => `${name}: ${rawHeaders[index * 2 + 1]}`);
}

/** Writes a compact JSON body with one member per line. Any other body stays as it is. */
function formatBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? JSON.stringify(value, undefined, 1) : body;
  } catch {
    return body;
  }
}
