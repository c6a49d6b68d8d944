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

  async create(event: object): Promise<void> {
    await bodyOf(await this.send('POST', `${this.base}/events`, event));
  }

  /** Updates the event with a slug. Returns false if it does not exist. */
  async updateBySlug(slug: string, event: object): Promise<boolean> {
    const response = await this.send('PUT', `${this.base}/events/by-slug/${slug}`, event);
    if (response.status === 404) await response.body?.cancel();
    else await bodyOf(response);
    return response.ok;
  }

  /** Reads every record of a list. Pages are reached only through `next_rest_url`. */
  async list<Item>(path: string, key: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let url: string | null = `${this.base}/${path}`; url !== null;) {
      const page: Readonly<Record<string, unknown>> = await bodyOf(await this.send('GET', url));
      items.push(...(page[key] as Item[]));
      url = page['next_rest_url'] as string | null;
    }
    return items;
  }

  private send(method: string, url: string, json?: object): Promise<Response> {
    return fetch(url, { method, headers: this.headers, ...(json && { body: JSON.stringify(json) }) });
  }
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  if (!response.ok) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
