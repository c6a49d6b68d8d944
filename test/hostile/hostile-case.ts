/** What stands for a text too long to be written out; {@link textOf} makes it. */
export interface Generated {
  /** What comes before and behind. */
  readonly $head?: string;
  readonly $tail?: string;
  /** A text so many times. */
  readonly $repeat?: readonly [text: string, times: number];
  /** An opening and a closing, nested so many times around a core: as JSON itself, or as the text of a string. */
  readonly $nest?: Nested;
  readonly $neststr?: Nested;
  /** The numbers from one to another, with commas. */
  readonly $csv?: readonly [first: number, last: number];
}

export type Nested = readonly [opening: string, closing: string, depth: number, core?: string];

/** A body of one character so many times, compressed. */
export interface Compressed {
  readonly $gzip: readonly [character: string, length: number];
}

/** What a case may be answered with. */
export interface Expectation {
  readonly status: readonly number[];
  /** What is at stake. */
  readonly note: string;
  readonly body_present?: readonly string[];
  /** What neither the body nor, in lower case, the head of the answer may show. */
  readonly body_absent?: readonly string[];
  readonly header_absent?: readonly string[];
  /** How long the answer may take at most, in milliseconds. */
  readonly max_ms?: number;
  /** How many answers may come: one, if nothing is said. */
  readonly answers?: number;
}

/** A request that services have broken over, and what it may be answered with. */
export interface HostileCase {
  readonly name: string;
  readonly method: string;
  /** Behind the REST root, as it goes over the wire. */
  readonly path: string;
  /** Role of who asks; nobody, if nothing is said. */
  readonly auth?: string;
  /** As it goes over the wire, or values by name, which are encoded. */
  readonly query?: string | Generated | Readonly<Record<string, string | Generated>>;
  /** JSON, in which objects may stand for what is generated. */
  readonly body?: unknown;
  readonly body_raw?: string | Generated | Compressed;
  /** Besides those that every request has; an empty `content-type` stands for none. */
  readonly headers?: Readonly<Record<string, string | Generated>>;
  readonly expect: Expectation;
}

/** What the cases speak of by name, such as `event_id`. */
export type Fixtures = Readonly<Record<string, string>>;
