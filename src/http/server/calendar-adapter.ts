import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Room for request line and headers, in bytes: addresses of up to four times the longest get our own refusal. */
const MOST_HEADERS = 32 * 1024;

/** How often requests that are not complete are looked at, in milliseconds. Node's 30 s would be later than the limit. */
const CHECKED_EVERY = 250;

/**
 * How long an idle connection is kept, in milliseconds: longer than proxies keep theirs (most use 60 s), as a proxy that
 * sends a request while we close answers 502.
 */
const KEPT_ALIVE = 65_000;

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

  /** Nest calls it before anything is routed; of its options the service uses none that concern the server. */
  override initHttpServer(): void {
    this.httpServer = createServer(
      {
        maxHeaderSize: MOST_HEADERS,
        connectionsCheckingInterval: CHECKED_EVERY,
        keepAliveTimeout: KEPT_ALIVE,
        // The address middleware refuses requests without `Host`, as a problem.
        requireHostHeader: false,
      },
      this.getInstance(),
    );
  }
}
