import type { ClientRequest } from 'node:http';
import type { Response } from 'express';

export interface BufferedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | string[]>>;
  readonly body: string | Buffer;
}

/** Ends a request with a complete response. */
export class ResponseException extends Error {
  override readonly name = 'ResponseException';

  constructor(readonly response: BufferedResponse) {
    super(`Response ${response.status}`);
  }
}

/** Runs a handler, and returns its status, headers and complete body, as {@link captureResponse} does. */
export async function bufferResponse(response: Response, handle: () => Promise<unknown>): Promise<BufferedResponse> {
  const { body, ...head } = await captureResponse(response, handle);
  return { ...head, body: Buffer.isBuffer(body) ? body : String(body) };
}

/** Runs a handler, removes the headers that it set from the response, and returns them with its result. Headers set before stay. */
export async function captureResponse(
  response: Response,
  handle: () => Promise<unknown>,
): Promise<Omit<BufferedResponse, 'body'> & { readonly body: unknown }> {
  const before = response.getHeaders();
  const body = await handle();
  const added = headersOf(response).filter(([name, value]) => value !== before[name.toLowerCase()]);
  for (const [name] of added) {
    const earlier = before[name.toLowerCase()];
    if (earlier === undefined) response.removeHeader(name);
    else response.setHeader(name, earlier);
  }
  return { status: response.statusCode, headers: Object.fromEntries(added), body };
}

export function applyBufferedResponse<Body>(
  response: Response,
  { status, headers, body }: Omit<BufferedResponse, 'body'> & { readonly body: Body },
): Body {
  response.status(status);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return body;
}

/** Headers with their names as written. Node has `getRawHeaderNames` for responses too, but its types declare it for requests only. */
function headersOf(response: Response): [name: string, value: number | string | string[]][] {
  const names = (response as unknown as Pick<ClientRequest, 'getRawHeaderNames'>).getRawHeaderNames();
  return names.map((name) => [name, response.getHeader(name) ?? '']);
}
