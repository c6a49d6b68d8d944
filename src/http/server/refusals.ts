import { IncomingMessage, ServerResponse, STATUS_CODES, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { ErrorCode } from '../../kernel/errors/error-codes.js';
import type { Problems } from '../problems/problems.js';
import type { WholeAnswer } from '../request/ready-answer.js';
import { VARIES_BY } from '../request/varies-by.js';
import { headersOf } from '../request/made-answer.js';
import { requestIdFrom } from '../request/request-id.js';
import { resolveLanguage } from '../request/resolve-language.js';
import type { Language } from '../../kernel/language/languages.js';
import { headerOfHead, isLongAddress, pathOfHead, unreadHead, type ParserError } from './unread-head.js';

/** How long a client has to take its refusal, in milliseconds, while it may still be sending. */
const LINGERING = 1_000;

/** Is told what was refused so. */
export interface RefusalObserver {
  refused(requestId: string, status: number): void;
}

/** Answers as problems what Node refuses before a request comes about, or while its body comes. */
export class Refusals {
  /** The latest request of a connection. */
  readonly #latest = new WeakMap<Socket, readonly [IncomingMessage, ServerResponse]>();
  readonly #refused = new WeakSet<Socket>();

  constructor(
    private readonly problems: Problems,
    private readonly defaultLanguage: Language,
    private readonly browserHeaders: readonly RequestHandler[],
    private readonly observer: RefusalObserver,
  ) {}

  /** To be called before the server listens. */
  answerFor(server: Server): void {
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#latest.set(request.socket, [request, response]);
    });
    server.on('clientError', (error: ParserError, socket: Socket) => {
      // Whatever it goes on to send is not understood either.
      if (this.#refused.has(socket)) return;
      this.#refused.add(socket);
      this.refuse(error, socket);
    });
    server.on('connect', (_request, socket: Socket) => this.answer(socket, new ApiError('bad_request'), ''));
    // Nothing is expected of us but what we do anyway (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  }

  /** The body of the latest request may be what cannot be read; an earlier one is answered first. */
  private refuse(error: ParserError, socket: Socket): void {
    const [request, response] = this.#latest.get(socket) ?? [];
    if (isGone(error, socket) || isAnswered(request, response)) socket.destroy();
    else if (!request || !response || response.writableFinished) this.refuseUnread(error, socket);
    else if (request.complete) response.once('finish', () => this.refuse(error, socket));
    else if (response.headersSent || hasEnded(error)) socket.destroy();
    else this.refuseBody(error, request as Request, response as Response);
  }

  private refuseBody(error: ParserError, request: Request, response: Response): void {
    const answer = this.problems.answerTo(new ApiError(codeOf(error, '')), request);
    this.problems.send(response.set('Connection', 'close'), answer);
  }

  private refuseUnread(error: ParserError, socket: Socket): void {
    const head = unreadHead(error);
    this.answer(socket, new ApiError(codeOf(error, head)), head);
  }

  private answer(socket: Socket, error: ApiError, head: string): void {
    const accepted = headerOfHead(head, 'Accept-Language')?.split(',') ?? [];
    const { asked } = resolveLanguage(
      { parameters: [], accepted: accepted.map((range) => range.trim()) },
      this.defaultLanguage,
    );
    const answer = this.problems.answerIn(asked, pathOfHead(head), error);
    const requestId = requestIdFrom(headerOfHead(head, 'X-Request-Id'));
    const headers = { ...this.headersFor(head), ...answer.headers, 'X-Request-Id': requestId };
    // Closing at once would make the client's system drop what it has not read yet.
    const end = setTimeout(() => socket.destroy(), LINGERING);
    socket.once('close', () => clearTimeout(end));
    socket.on('error', () => socket.destroy());
    socket.end(asText({ ...answer, headers }, head));
    this.observer.refused(requestId, answer.status);
  }

  /** What is said to browsers by every answer, by those who say it else. */
  private headersFor(head: string): Record<string, string> {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' });
    const origin = headerOfHead(head, 'Origin');
    if (origin !== undefined) request.headers.origin = origin;
    const response = new ServerResponse(request) as Response;
    for (const say of this.browserHeaders) void say(request as Request, response, () => undefined);
    const said = Object.fromEntries(headersOf(response).map(([name, value]) => [name, String(value)]));
    return { ...said, Vary: [said['Vary'], VARIES_BY].filter(Boolean).join(', ') };
  }
}

/** The rest of a request that was refused at once does not come, or cannot be read: another answer would be taken for that of the next. */
const isAnswered = (request: IncomingMessage | undefined, response: ServerResponse | undefined): boolean =>
  request !== undefined && !request.complete && response?.writableFinished === true;

/** A connection without a single byte is one that a browser keeps ready: an answer would be taken for that of a request. */
function isGone({ code }: ParserError, socket: Socket): boolean {
  return code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0;
}

/** Who sends no more in the midst of a body has gone: what comes of that request is nobody's concern. */
const hasEnded = ({ code }: ParserError): boolean => code === 'HPE_INVALID_EOF_STATE';

function codeOf({ code }: ParserError, head: string): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'bad_request';
  return isLongAddress(head) ? 'uri_too_long' : 'header_fields_too_large';
}

function asText({ status, headers, body }: WholeAnswer, head: string): string {
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
