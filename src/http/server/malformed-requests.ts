import { IncomingMessage, ServerResponse, STATUS_CODES, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { ErrorCode } from '../../kernel/errors/error-codes.js';
import type { ProblemResponses } from '../problems/problem-responses.js';
import type { BufferedResponse } from '../request/response-exception.js';
import { headersOf } from '../request/buffer-response.js';
import { requestIdFrom } from '../request/request-id.js';
import { resolveLanguage } from '../request/resolve-language.js';
import { headerOfHead, isTargetTooLong, pathOfHead, unparsedHead, type ParserError } from './unparsed-head.js';

/** How long a client has to take its refusal, in milliseconds, while it may still be sending. */
const CLOSE_GRACE_MS = 1_000;

/** Is told what was refused so. */
export interface MalformedRequestObserver {
  onMalformedRequest(requestId: string, status: number): void;
}

/** Answers as problems what Node refuses before a request comes about, or while its body comes. */
export class MalformedRequests {
  /** The latest request of a connection. */
  private readonly latest = new WeakMap<Socket, readonly [IncomingMessage, ServerResponse]>();
  private readonly rejected = new WeakSet<Socket>();

  constructor(
    private readonly problems: ProblemResponses,
    private readonly browserHeaders: readonly RequestHandler[],
    private readonly observer: MalformedRequestObserver,
  ) {}

  /** To be called before the server listens. */
  attachTo(server: Server): void {
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.latest.set(request.socket, [request, response]);
    });
    server.on('clientError', (error: ParserError, socket: Socket) => {
      // Whatever it goes on to send is not understood either.
      if (this.rejected.has(socket)) return;
      this.rejected.add(socket);
      this.reject(error, socket);
    });
    server.on('connect', (_request, socket: Socket) => this.sendProblem(socket, new ApiError('bad_request'), ''));
    // Nothing is expected of us but what we do anyway (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  }

  /** The body of the latest request may be what cannot be read; an earlier one is answered first. */
  private reject(error: ParserError, socket: Socket): void {
    const [request, response] = this.latest.get(socket) ?? [];
    if (isDisconnected(error, socket) || isAnsweredEarly(request, response)) socket.destroy();
    else if (!request || !response || response.writableFinished) this.rejectUnparsed(error, socket);
    else if (request.complete) response.once('finish', () => this.reject(error, socket));
    else if (response.headersSent || isAbortedBody(error)) socket.destroy();
    else this.rejectBody(error, request as Request, response as Response);
  }

  private rejectBody(error: ParserError, request: Request, response: Response): void {
    const problem = this.problems.responseFor(new ApiError(codeOf(error, '')), request);
    this.problems.send(response.set('Connection', 'close'), problem);
  }

  private rejectUnparsed(error: ParserError, socket: Socket): void {
    const head = unparsedHead(error);
    this.sendProblem(socket, new ApiError(codeOf(error, head)), head);
  }

  private sendProblem(socket: Socket, error: ApiError, head: string): void {
    const accepted = headerOfHead(head, 'Accept-Language')?.split(',') ?? [];
    const { requested } = resolveLanguage(
      { parameters: [], accepted: accepted.map((range) => range.trim()) },
      this.problems.defaultLanguage,
    );
    const problem = this.problems.buildResponse(requested, pathOfHead(head), error);
    const requestId = requestIdFrom(headerOfHead(head, 'X-Request-Id'));
    const headers = { ...this.headersFor(head), ...problem.headers, 'X-Request-Id': requestId };
    // Closing at once would make the client's system drop what it has not read yet.
    const end = setTimeout(() => socket.destroy(), CLOSE_GRACE_MS);
    socket.once('close', () => clearTimeout(end));
    socket.on('error', () => socket.destroy());
    socket.end(serialize({ ...problem, headers }, head));
    this.observer.onMalformedRequest(requestId, problem.status);
  }

  /** What is said to browsers by every answer, by those who say it else. */
  private headersFor(head: string): Record<string, string> {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' });
    const origin = headerOfHead(head, 'Origin');
    if (origin !== undefined) request.headers.origin = origin;
    const response = new ServerResponse(request) as Response;
    for (const addHeaders of this.browserHeaders) void addHeaders(request as Request, response, () => undefined);
    return Object.fromEntries(headersOf(response).map(([name, value]) => [name, String(value)]));
  }
}

/** The rest of a request that was refused at once does not come, or cannot be read: another answer would be taken for that of the next. */
const isAnsweredEarly = (request: IncomingMessage | undefined, response: ServerResponse | undefined): boolean =>
  request !== undefined && !request.complete && response?.writableFinished === true;

/** A connection without a single byte is one that a browser keeps ready: an answer would be taken for that of a request. */
function isDisconnected({ code }: ParserError, socket: Socket): boolean {
  return code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0;
}

/** Who sends no more in the midst of a body has gone: what comes of that request is nobody's concern. */
const isAbortedBody = ({ code }: ParserError): boolean => code === 'HPE_INVALID_EOF_STATE';

function codeOf({ code }: ParserError, head: string): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'bad_request';
  return isTargetTooLong(head) ? 'uri_too_long' : 'header_fields_too_large';
}

function serialize({ status, headers, body }: BufferedResponse, head: string): string {
  const all = {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const withBody = head.startsWith('HEAD ') ? '' : body;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${withBody}`;
}
