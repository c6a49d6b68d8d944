/** A response as sent, with volatile values masked. */
export interface RecordedResponse {
  /** Method and path, as sent. */
  readonly request: string;
  readonly status: string;
  /** Names and values in their order and spelling on the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Responses of one service to all requests. */
export interface Recording {
  readonly checkout: string;
  readonly commit: string;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly responses: readonly RecordedResponse[];
}
