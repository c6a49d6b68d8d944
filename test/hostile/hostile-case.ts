/** A long string described by its parts, see {@link expandText}. */
export interface Generated {
  readonly $head?: string;
  readonly $tail?: string;
  readonly $repeat?: readonly [text: string, times: number];
  /** Nested brackets, as JSON. */
  readonly $nest?: Nested;
  /** Nested brackets, as the content of a JSON string. */
  readonly $neststr?: Nested;
  /** A range of numbers, separated by commas. */
  readonly $csv?: readonly [first: number, last: number];
}

export type Nested = readonly [opening: string, closing: string, depth: number, core?: string];

/** A gzipped body: one character, repeated. */
export interface Compressed {
  readonly $gzip: readonly [character: string, length: number];
}

/** One request and the responses that are correct for it. */
export interface HostileCase {
  readonly name: string;
  /** Default: GET. */
  readonly method?: string;
  /** As it goes over the wire. */
  readonly path: string;
  /** Role of the caller. Default: no credentials. */
  readonly auth?: string;
  /** As it goes over the wire, or values by name, which are percent-encoded. */
  readonly query?: string | Generated | Readonly<Record<string, string | Generated>>;
  /** JSON, which may contain generated parts. */
  readonly body?: unknown;
  readonly body_raw?: string | Generated | Compressed;
  /** Added to the usual headers. An empty `content-type` removes that header. */
  readonly headers?: Readonly<Record<string, string | Generated>>;
  readonly status: readonly number[];
  /** Purpose of the case. */
  readonly note: string;
  readonly body_present?: readonly string[];
  readonly body_absent?: readonly string[];
  readonly header_absent?: readonly string[];
  /** Maximum duration in milliseconds. */
  readonly max_ms?: number;
  /** Expected number of responses on the connection. Default: 1. */
  readonly responses?: number;
}

/** Values that cases refer to by name, mainly ids and slugs of records, such as `event_id`. */
export type Fixtures = Readonly<Record<string, string>>;
