import type { Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { OperatorError } from '../../kernel/errors/operator-error.js';
import { Problems } from '../problems/problems.js';
import { allowOrigins } from './cross-origin.js';
import { securityHeaders } from './security-headers.js';
import { TimeLimits } from '../limits/time-limits.js';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { CalendarAdapter } from './calendar-adapter.js';
import { Refusals, type RefusalObserver } from './refusals.js';
import { breakOffSlowReaders } from './slow-readers.js';
import { letTargetsIn } from './targets.js';

/** What the server of an application needs beside what Nest sets up: limits, what browsers are told of every answer, and answers to what Express never sees. */
@Injectable()
export class ServerSetup {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly limits: TimeLimits,
    private readonly problems: Problems,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** To be called before anything is routed. */
  setUp(observer: RefusalObserver): void {
    const { httpAdapter } = this.adapter;
    if (!(httpAdapter instanceof CalendarAdapter)) throw new OperatorError({ key: 'extensions.adapter' });
    const headers = [securityHeaders(this.configuration), ...allowOrigins(this.configuration)];
    for (const each of headers) httpAdapter.use(each);
    const server = httpAdapter.getHttpServer() as Server;
    letTargetsIn(server);
    server.requestTimeout = this.limits.request;
    server.headersTimeout = this.limits.request;
    new Refusals(this.problems, this.configuration.DEFAULT_LANGUAGE, headers, observer).answerFor(server);
    breakOffSlowReaders(server, this.limits);
  }
}
