import type { ClientRequest } from 'node:http';
import type { Response } from 'express';
import type { BufferedResponse } from './response-exception.js';

/**
 * What a handler, and those around it, make of a request: as it will go out, without what was said of it before. Nothing of it
 * stays on the response, which may yet be another: see {@link applyBufferedResponse}.
 */
export async function bufferResponse(response: Response, handle: () => Promise<unknown>): Promise<BufferedResponse> {
  const before = response.getHeaders();
  const body = String(await handle());
  const added = headersOf(response).filter(([name, value]) => value !== before[name.toLowerCase()]);
  for (const [name] of added) {
    const earlier = before[name.toLowerCase()];
    if (earlier === undefined) response.removeHeader(name);
    else response.setHeader(name, earlier);
  }
  return { status: response.statusCode, headers: Object.fromEntries(added), body };
}

/** Sets status and headers of a complete response, and returns its body. */
export function applyBufferedResponse<Body extends string | Buffer>(
  response: Response,
  { status, headers, body }: BufferedResponse<Body>,
): Body {
  response.status(status);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return body;
}

/** With names as they were written: Node.js documents how to get at them for requests only, and answers have it too. */
export function headersOf(response: Response): [name: string, value: number | string | string[]][] {
  const names = (response as unknown as Pick<ClientRequest, 'getRawHeaderNames'>).getRawHeaderNames();
  return names.map((name) => [name, response.getHeader(name) ?? '']);
}
