import { resolveSubtree } from './resolver.js';

const GENERATORS = {
  curl: { title: 'curl', syntax: 'bash' },
  fetch: { title: 'JavaScript', syntax: 'javascript' },
  client: { title: 'TypeScript client', syntax: 'javascript' },
  python: { title: 'Python', syntax: 'javascript' },
};

/** Configuration of Swagger UI's request snippets, without its own languages. */
export const SNIPPETS = { generators: GENERATORS, languages: Object.keys(GENERATORS) };

/** Functions that write the last request of an operation as code, with a variable in place of the token. */
export const snippetFunctions = ({ fn, specSelectors }) => ({
  requestSnippetGenerator_curl: (request) =>
    fn.requestSnippetGenerator_curl_bash(withoutSecret(request)).replace(/'(Authorization: \w+ \$TOKEN)'/, '"$1"'),
  requestSnippetGenerator_fetch: (request) => {
    const { url, ...options } = partsOf(request);
    const code = `const response = await fetch(${json(url)}, ${json(options)});\nconsole.log(await response.json());`;
    return code.replace(/"(\w+) \$TOKEN"/, '`$1 ${process.env.TOKEN}`');
  },
  requestSnippetGenerator_python: (request) => {
    const { url, method, headers, body } = partsOf(request);
    const data = body ? `, data=${json(body)}.encode()` : '';
    const call = `requests.request(${json(method)}, ${json(url)}, headers=${json(headers)}${data})`;
    const code = `import os\nimport requests\n\nresponse = ${call}\nprint(response.json())`;
    return code.replace(/"(\w+) \$TOKEN"/, '"$1 " + os.environ["TOKEN"]');
  },
  requestSnippetGenerator_client: (request) => clientSnippet(partsOf(request), specSelectors.specJson().toJS()),
});

const json = (value) => JSON.stringify(value, null, 2);
const withoutSecret = (request) =>
  request.update('headers', (all) =>
    all.map((text, name) => (name === 'Authorization' ? text.replace(/ .*/s, ' $TOKEN') : text)),
  );

function partsOf(request) {
  const { url, method, headers, body } = withoutSecret(request).toJS();
  const form = typeof body === 'object' && new URLSearchParams(body).toString();
  return { url, method, headers, body: form || body };
}

/** A call of the typed client, which takes the path of the document and typed parameters. */
function clientSnippet({ url, method, headers, body }, document) {
  const [, baseUrl, language, path] = /^(.*?)(?:\/(ca|en|es))?(?:\/[\w-]+)?(\/calendar\/[^?]*)/.exec(url);
  const template = Object.keys(document.paths).find((each) => patternOf(each).test(path));
  const { parameters = [] } = resolveSubtree(document, ['paths', template, method.toLowerCase()]).spec;
  const values = {
    path: patternOf(template).exec(path).groups ?? {},
    query: Object.fromEntries(new URL(url).searchParams),
    header: headers,
  };
  const params = {};
  for (const { in: place, name, schema } of parameters) {
    const text = values[place][name];
    if (text !== undefined) (params[place] ??= {})[name] = typed(text, schema);
  }
  const form = () => Object.fromEntries(new URLSearchParams(body));
  const options = { params, body: body && (body.startsWith('{') ? JSON.parse(body) : form()) };
  const settings = json({ baseUrl, language, token: headers.Authorization && '$TOKEN' }).replace(
    '"$TOKEN"',
    'process.env.TOKEN',
  );
  const imports = "import { createCalendarClient, orThrow } from 'calendar-events-client';";
  const call = `calendar.${method}(${json(template)}, ${json(options)})`;
  return `${imports}\n\nconst calendar = createCalendarClient(${settings});\nconst data = await orThrow(${call});`;
}

const patternOf = (template) => new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function typed(text, { type } = {}) {
  if (type === 'array') return text.split(',');
  return ['integer', 'number', 'boolean'].includes(type) ? JSON.parse(text) : text;
}

/** Replaces Swagger UI's snippets, whose tabs are not operable by keyboard. */
export const snippetComponents = ({ createElement: h, useState }) => ({
  RequestSnippets: function Snippets({ request, requestSnippetsSelectors, getComponent }) {
    const generators = requestSnippetsSelectors.getSnippetGenerators();
    const [active, setActive] = useState('curl');
    const buttons = generators.entrySeq().map(([key, generator]) => {
      const attributes = { key, type: 'button', className: 'btn', 'aria-pressed': key === active };
      return h('button', { ...attributes, onClick: () => setActive(key) }, generator.get('title'));
    });
    const { syntax, fn } = generators.get(active).toObject();
    const code = h(getComponent('HighlightCode', true), { language: syntax, canCopy: true }, fn(request));
    const tabs = h('div', { role: 'group', className: 'row snippets', 'aria-label': 'Code' }, buttons);
    return h('div', null, h('h4', null, 'Code'), tabs, code);
  },
});
