import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SetupError } from '../../kernel/errors/setup-error.js';
import { ProblemResponses } from '../problems/problem-responses.js';
import { RequestTimeouts } from '../limits/request-timeouts.js';
import { CalendarAdapter } from './calendar-adapter.js';
import { MalformedRequests } from './malformed-requests.js';
import { disconnectSlowClients } from './slow-clients.js';

/** Sets the timeouts of the HTTP server, and has requests that Express never sees answered. */
@Injectable()
export class ServerSetup {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly timeouts: RequestTimeouts,
    private readonly problemResponses: ProblemResponses,
  ) {}

  /** To be called before anything is routed. */
  setUp(): void {
    const { httpAdapter } = this.adapter;
    if (!(httpAdapter instanceof CalendarAdapter))
      throw new SetupError(
        'Create the application with the adapter of the calendar: NestFactory.create(AppModule, new CalendarAdapter()).',
      );
    const server = httpAdapter.getHttpServer() as Server;
    server.requestTimeout = this.timeouts.requestMs;
    server.headersTimeout = this.timeouts.requestMs;
    new MalformedRequests(server, this.problemResponses).attach();
    disconnectSlowClients(server, this.timeouts.requestMs);
  }
}
