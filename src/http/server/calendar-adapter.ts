import { createServer } from 'node:http';
import type { Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Room for request line and headers, in bytes: addresses of up to four times the longest get our own refusal. */
const MAX_HEADER_BYTES = 32 * 1024;

/** How often requests that are not complete are looked at, in milliseconds. Node's 30 s would be later than the limit. */
const CONNECTION_CHECK_INTERVAL_MS = 250;

/**
 * How long an idle connection is kept, in milliseconds: longer than proxies keep theirs (most use 60 s), as a proxy that
 * sends a request while we close answers 502.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Node.js sends a text together with the head, as one text. For a longer one, copying it costs more than a second write. */
const MAX_TEXT_LENGTH = 16_384;

/** Status codes without a body (RFC 9110, 6.4.1). */
const STATUSES_WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Express on a server with the limits of the calendar, but for those of time, which come by injection: what an application that the
 * calendar is part of is created with.
 * @example await NestFactory.create(AppModule, new CalendarAdapter());
 */
export class CalendarAdapter extends ExpressAdapter {
  constructor() {
    super();
    this.disable('x-powered-by');
    this.disable('etag');
  }

  /** Bodies are read by the calendar's own middleware. */
  override registerParserMiddleware(): void {}

  /**
   * Sends a complete body as it is. Express would evaluate conditional headers again, and convert the body. It still sends what has no
   * body, or no charset yet.
   */
  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (!isCompleteBody(response, body)) return void super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    response.setHeader('Content-Length', Buffer.byteLength(body));
    if (response.req.method === 'HEAD') response.end();
    else
      response.end(
        (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > MAX_TEXT_LENGTH ? Buffer.from(body) : body,
      );
  }

  /** Nest calls it before anything is routed; of its options the service uses none that concern the server. */
  override initHttpServer(): void {
    this.httpServer = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL_MS,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
        // The address middleware refuses requests without `Host`, as a problem.
        requireHostHeader: false,
      },
      this.getInstance(),
    );
  }
}

/** Whether Express would send a body exactly as it is: its type is known, and no condition of the request is left to evaluate. */
function isCompleteBody(response: Response, body: unknown): body is string | Buffer {
  const { headers } = response.req;
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
  const hasType = response.getHeader('Content-Type') === 'application/json; charset=utf-8';
  return (
    (typeof body === 'string' || Buffer.isBuffer(body)) &&
    hasType &&
    !isConditional &&
    response.statusCode >= 200 &&
    !STATUSES_WITHOUT_BODY.has(response.statusCode)
  );
}
