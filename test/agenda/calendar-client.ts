/** The members of an event response that this client reads. */
export interface ServedEvent {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
  readonly cost: string;
  readonly cost_details: { readonly currency_code: string; readonly values: readonly string[] };
  readonly website: string | null;
  readonly venue: readonly ServedVenue[];
  readonly organizer: readonly { readonly id: number; readonly organizer: string }[];
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  readonly custom_fields: { readonly source_id?: string };
}

export interface ServedVenue {
  readonly id: number;
  readonly venue: string;
  readonly address: string | null;
  readonly zip: string | null;
  readonly geo_lat: number | null;
  readonly geo_lng: number | null;
}

interface Page {
  readonly total: number;
  readonly next_rest_url: string | null;
}

/** REST client of the calendar. It follows the URLs in responses and builds no page URLs of its own. */
export class CalendarClient {
  private readonly base: string;
  private readonly headers: Readonly<Record<string, string>>;

  /**
   * @param base origin, REST root and namespace: `http://localhost:3000/calendar/events/v1`
   * @param token token of a principal with write permission
   */
  constructor(base: string, token: string) {
    this.base = base;
    this.headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Accept-Language': 'es' };
  }

  create(event: object): Promise<ServedEvent> {
    return this.send<ServedEvent>('POST', `${this.base}/events`, event);
  }

  /** Updates the event with a slug. Returns `undefined` if it does not exist. */
  async updateBySlug(slug: string, event: object): Promise<ServedEvent | undefined> {
    const response = await this.fetch('PUT', `${this.base}/events/by-slug/${slug}`, event);
    if (response.status !== 404) return this.bodyOf<ServedEvent>(response);
    await response.body?.cancel();
    return undefined;
  }

  /** Yields every record of a list. Pages are reached only through `next_rest_url`. */
  async *list<Item>(path: string, key: string): AsyncGenerator<Item> {
    for (let address: string | null = `${this.base}/${path}`; address !== null;) {
      const page: Page & Readonly<Record<string, unknown>> = await this.send('GET', address);
      yield* page[key] as readonly Item[];
      address = page.next_rest_url;
    }
  }

  private async send<Body>(method: string, address: string, json?: object): Promise<Body> {
    return this.bodyOf<Body>(await this.fetch(method, address, json));
  }

  private fetch(method: string, address: string, json?: object): Promise<Response> {
    const { headers } = this;
    return fetch(address, { method, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) });
  }

  private async bodyOf<Body>(response: Response): Promise<Body> {
    if (!response.ok) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
    return (await response.json()) as Body;
  }
}
