import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SetupError } from '../../kernel/errors/setup-error.js';
import { ProblemResponses } from '../problems/problem-responses.js';
import { RequestTimeouts } from '../limits/request-timeouts.js';
import { CalendarAdapter } from './calendar-adapter.js';
import { MalformedRequests, type MalformedRequestObserver } from './malformed-requests.js';
import { ResponseHeaders } from './response-headers.js';
import { disconnectSlowClients } from './slow-clients.js';
import { acceptAllTargets } from './request-targets.js';

/** What the server of an application needs beside what Nest sets up: limits, what browsers are told of every answer, and answers to what Express never sees. */
@Injectable()
export class ServerSetup {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly timeouts: RequestTimeouts,
    private readonly problemResponses: ProblemResponses,
    private readonly headers: ResponseHeaders,
  ) {}

  /** To be called before anything is routed. */
  setUp(observer: MalformedRequestObserver): void {
    const { httpAdapter } = this.adapter;
    if (!(httpAdapter instanceof CalendarAdapter))
      throw new SetupError(
        'Create the application with the adapter of the calendar: NestFactory.create(AppModule, new CalendarAdapter()).',
      );
    const server = httpAdapter.getHttpServer() as Server;
    acceptAllTargets(server);
    server.requestTimeout = this.timeouts.requestMs;
    server.headersTimeout = this.timeouts.requestMs;
    new MalformedRequests(this.problemResponses, [this.headers.apply.bind(this.headers)], observer).attachTo(server);
    disconnectSlowClients(server, this.timeouts);
  }
}
