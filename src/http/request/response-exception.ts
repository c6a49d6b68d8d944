/** A complete response. */
export interface BufferedResponse<Body extends string | Buffer = string> {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | string[]>>;
  readonly body: Body;
}

/** Ends a request with an answer that is ready: it goes out as it is. */
export class ResponseException extends Error {
  override readonly name = 'ResponseException';

  constructor(readonly response: BufferedResponse) {
    super(`Response ${response.status}`);
  }
}
