import { createServer } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';
import { isCalendarRequest } from '../request/request-state.js';

/**
 * Maximum size of request line and headers, in bytes. Longer than the URL limit, so that `RoutingMiddleware` rejects
 * most long URLs.
 */
const MAX_HEADER_BYTES = 32 * 1024;

/** How often request timeouts are checked, in milliseconds. The default of Node.js, 30 s, exceeds the timeout. */
const CONNECTION_CHECK_INTERVAL_MS = 100;

/**
 * How long idle connections are kept, in milliseconds. Proxies must close them first (most do after 60 s): if a proxy sends a request
 * while the service closes the connection, its client gets 502.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Status codes without a body (RFC 9110, 6.4.1 and 15.3.6). */
const STATUSES_WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Express on an HTTP server with the limits of the calendar. Every application that contains `CalendarModule` needs this adapter.
 * @example await NestFactory.create(AppModule, new CalendarAdapter());
 */
export class CalendarAdapter extends ExpressAdapter {
  private readonly streamLogger = new Logger('Stream');

  constructor() {
    super();
    this.disable('x-powered-by');
    this.disable('etag');
  }

  /** Does nothing: the middleware of the calendar reads bodies. */
  override registerParserMiddleware(): void {}

  /**
   * Sends streams, and bodies that are compressed or of calendar requests, without the conversions of Nest and Express. A body is sent in
   * one write. `If-None-Match` has been evaluated before.
   */
  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (body instanceof Readable) return this.sendStream(response, body);
    if (!isCompleteBody(response, body)) return void super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    response.setHeader('Content-Length', Buffer.byteLength(body));
    if (response.req.method === 'HEAD') response.end();
    else response.end(body);
  }

  /** Sends a stream. If it fails, the connection is closed before the end of the body, so that clients recognize it as incomplete. */
  private sendStream(response: Response, stream: Readable): void {
    if (response.req.method === 'HEAD') {
      stream.destroy();
      response.end();
      return;
    }
    pipeline(stream, response, (error) => {
      if (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
      this.streamLogger.warn({
        msg: 'Stream failed before its end',
        requestId: response.get('X-Request-Id'),
        error: error.message,
      });
    });
  }

  /** Creates the server, before any route is registered. */
  override initHttpServer(): void {
    this.httpServer = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL_MS,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
        // `RoutingMiddleware` rejects requests without `Host`, with a problem.
        requireHostHeader: false,
      },
      this.getInstance(),
    );
  }
}

function isCompleteBody(response: Response, body: unknown): body is string | Buffer {
  return (
    (typeof body === 'string' || Buffer.isBuffer(body)) &&
    response.hasHeader('Content-Type') &&
    (response.hasHeader('Content-Encoding') || isCalendarRequest(response.req)) &&
    !STATUSES_WITHOUT_BODY.has(response.statusCode)
  );
}
