import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { ErrorCode } from '../../kernel/errors/error-codes.js';
import type { ProblemResponses } from '../problems/problem-responses.js';
import { requestStateOf } from '../request/request-state.js';

/** Time for the client to read the response before the connection is reset, in milliseconds. */
const CLOSE_GRACE_MS = 1_000;

/** A request line with more than 8,192 bytes of URL, or the last packet of such a line. */
const LONG_TARGET_PATTERN = /^[A-Z-]+ \S{8193}|^\S+(?: HTTP\/1\.\d\r\n|$)/;

const RELEVANT_REQUEST_HEADERS_PATTERN = /^(accept-language|origin|x-request-id):(.*)$/gim;

interface ParserError extends Error {
  readonly code?: string;
  /** The last packet: a part of a request, or several requests. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/**
 * Responds with a problem to requests that the parser of Node.js rejects. Without it, Node.js responds with an empty
 * body, and Express with an HTML page.
 */
export class MalformedRequests {
  private readonly latest = new WeakMap<Socket, readonly [IncomingMessage, ServerResponse]>();
  private readonly rejected = new WeakSet<Socket>();

  constructor(
    private readonly server: Server,
    private readonly problems: ProblemResponses,
  ) {}

  attach(): void {
    this.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.latest.set(request.socket, [request, response]);
      ensureUrlHasPath(request);
    });
    this.server.on('clientError', (error: ParserError, socket: Socket) => {
      if (!this.rejected.has(socket)) this.reject(error, socket);
      this.rejected.add(socket);
    });
    this.server.on('connect', (_request, socket: Socket) => {
      // Node.js no longer handles errors of this socket. An unhandled one would end the process.
      socket.on('error', () => socket.destroy());
      this.afterLatestResponse(socket, () => this.rejectUnparsedRequest(new ApiError('bad_request'), socket, ''));
    });
    this.server.on('checkExpectation', (request, response) => this.server.emit('request', request, response));
  }

  private reject(error: ParserError, socket: Socket): void {
    const [request, response] = this.latest.get(socket) ?? [];
    if (isUnused(socket) || error.code === 'ECONNRESET') socket.destroy();
    else if (request?.complete === false) this.rejectBody(error, request as Request, response as Response);
    else
      this.afterLatestResponse(socket, () =>
        this.rejectUnparsedRequest(new ApiError(codeOf(error)), socket, unparsedHead(error)),
      );
  }

  /** Waits for the responses to earlier requests of the connection. A finished response holds its socket until its `close` event. */
  private afterLatestResponse(socket: Socket, reject: () => void): void {
    const [, response] = this.latest.get(socket) ?? [];
    if (response && !response.closed) response.once('close', reject);
    else reject();
  }

  /** Sends the problem, unless the response has started or the client has disconnected. */
  private rejectBody(error: ParserError, request: Request, response: Response): void {
    if (response.headersSent || error.code === 'HPE_INVALID_EOF_STATE') return void request.socket.destroy();
    response.setHeader('Connection', 'close');
    this.problems.send(response, this.problems.responseFor(new ApiError(codeOf(error)), request));
  }

  /** Passes a request made of the readable parts of the head to the application, which responds with the problem. */
  private rejectUnparsedRequest(problem: ApiError, socket: Socket, head: string): void {
    if (!socket.writable) return void socket.destroy();
    const [, method = 'GET', url = '/'] = /^([A-Z]+) (\/[^\s?]*)/.exec(head) ?? [];
    const headers = Object.fromEntries(
      [...(head.split('\r\n\r\n', 1)[0] ?? '').matchAll(RELEVANT_REQUEST_HEADERS_PATTERN)].map(
        ([, name = '', value = '']) => [name.toLowerCase(), value.trim()],
      ),
    );
    const request = Object.assign(new IncomingMessage(socket), { method, url, headers, complete: true });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.emit('close');
      socket.end();
      setTimeout(() => socket.destroy(), CLOSE_GRACE_MS).unref();
    });
    requestStateOf(request as Request).parseError = problem;
    this.server.emit('request', request, response);
  }
}

/** Express responds with an HTML page to a target without a path, such as `ftp://example.org`. */
function ensureUrlHasPath(request: IncomingMessage & { originalUrl?: string }): void {
  const target = request.url ?? '/';
  if (target.startsWith('/')) return;
  request.originalUrl = target;
  request.url = ['/', ...target.split('?').slice(1)].join('?');
}

/** Browsers open connections in advance. They would take a response for that of their next request. */
const isUnused = ({ writable, bytesRead }: Socket): boolean => !writable || bytesRead === 0;

/** The last packet without the requests that were parsed. */
function unparsedHead({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const end = rawPacket?.subarray(0, bytesParsed).lastIndexOf('\r\n\r\n') ?? -1;
  return rawPacket?.subarray(end < 0 ? 0 : end + 4).toString() ?? '';
}

function codeOf(error: ParserError): ErrorCode {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (error.code !== 'HPE_HEADER_OVERFLOW') return 'bad_request';
  return LONG_TARGET_PATTERN.test(unparsedHead(error)) ? 'uri_too_long' : 'header_fields_too_large';
}
