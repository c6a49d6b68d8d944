/** A request in requests.txt. */
export interface ListedRequest {
  readonly method: string;
  /** In the file, a path is relative to the namespace, unless it begins with `/` or with an earlier `next_rest_url`: `{{page.next}}`. */
  readonly path: string;
  /** Name of the earlier response that contains the token: `editor` in `@editor`. */
  readonly user: string | undefined;
  /** Name by which later requests refer to the response. */
  readonly name: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** Environment of one service start, and the requests to send. */
export interface Stage {
  readonly environment: Readonly<Record<string, string>>;
  readonly requests: readonly ListedRequest[];
}

const NAMESPACE = '/calendar/events/v1/';
/** Such as `POST events @editor =created > {"title":"A"}`. */
const REQUEST_LINE = /^([A-Z]+) (\S+)(?: @(\w+))?(?: =(\w+))?(?: > (.*))?$/;
const HEADER_LINE = /^([\w-]+): ?(.*)$/;

/** Parses requests.txt. */
export function parseRequests(text: string): Stage[] {
  return text.split(/^=== ?/m).map((stage) => {
    const [settings = '', ...blocks] = stage.split(/\n\n+/);
    const environment = Object.fromEntries(settings.split(' ').flatMap(parseSetting));
    return { environment, requests: blocks.flatMap(parseBlock) };
  });
}

/** Each line of a block is a request, or a header of the request above. */
function parseBlock(block: string): ListedRequest[] {
  const requests: string[][] = [];
  for (const line of block.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) {
    if (REQUEST_LINE.test(line)) requests.push([line]);
    else if (!requests.at(-1)?.push(line)) throw new Error(`Expected a request, got: ${line}`);
  }
  return requests.map(parseRequest);
}

function parseRequest([requestLine = '', ...lines]: readonly string[]): ListedRequest {
  const [, method = '', path = '', user, name, body] = REQUEST_LINE.exec(requestLine) ?? [];
  const headers = lines.map((line) => {
    const [, header, value = ''] = HEADER_LINE.exec(line) ?? [];
    if (header === undefined) throw new Error(`Expected a header, got: ${line}`);
    return [header, value] as const;
  });
  return { method, path: /^(\/|\{\{\w+\.next)/.test(path) ? path : `${NAMESPACE}${path}`, user, name, headers, body };
}

function parseSetting(text: string): [string, string][] {
  const [, name, value = ''] = /^([A-Z_]+)=(.*)$/.exec(text.trim()) ?? [];
  return name === undefined ? [] : [[name, value]];
}
