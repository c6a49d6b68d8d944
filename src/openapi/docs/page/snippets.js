import { resolveSubtree } from './resolver.js';

const json = (value) => JSON.stringify(value, null, 2);

/** Functions that write a request as code, with a variable in place of the token. */
const SAMPLES = {
  curl: (_parts, request, { fn }) =>
    fn.requestSnippetGenerator_curl_bash(request).replace(/'(Authorization: \w+ \$TOKEN)'/, '"$1"'),
  JavaScript: ({ url, ...options }) =>
    `const response = await fetch(${json(url)}, ${json(options)});
console.log(await response.json());`.replace(/"(\w+) \$TOKEN"/, '`$1 ${process.env.TOKEN}`'),
  'TypeScript client': (parts, _request, { specSelectors }) => clientSample(parts, specSelectors.specJson().toJS()),
  Python: ({ url, method, headers, body }) => {
    const data = body ? `, data=${json(body)}.encode()` : '';
    return `import os
import requests

response = requests.request(${json(method)}, ${json(url)}, headers=${json(headers)}${data})
print(response.json())`.replace(/"(\w+) \$TOKEN"/, '"$1 " + os.environ["TOKEN"]');
  },
};

function sampleOf(name, original, system) {
  const withoutToken = (text, header) => (header === 'Authorization' ? text.replace(/ .*/s, ' $TOKEN') : text);
  const request = original.update('headers', (headers) => headers.map(withoutToken));
  const { url, method, headers, body } = request.toJS();
  const content = typeof body === 'object' ? `${new URLSearchParams(body)}` : body;
  return SAMPLES[name]({ url, method, headers, body: content }, request, system);
}

/** A call of the typed client, which takes the path of the document and typed parameters. */
function clientSample({ url, method, headers, body }, document) {
  const [, baseUrl, language, path] = /^(.*?)(?:\/(ca|en|es))?(?:\/[\w-]+)?(\/calendar\/[^?]*)/.exec(url);
  const template = Object.keys(document.paths).find((each) => patternOf(each).test(path));
  const { parameters = [] } = resolveSubtree(document, ['paths', template, method.toLowerCase()]).spec;
  const query = Object.fromEntries(new URL(url).searchParams);
  const values = { path: patternOf(template).exec(path).groups, query, header: headers };
  const params = {};
  for (const { in: place, name, schema } of parameters) {
    const text = values[place]?.[name];
    if (text !== undefined) (params[place] ??= {})[name] = typed(text, schema);
  }
  const content = body?.startsWith('{') ? JSON.parse(body) : body && Object.fromEntries(new URLSearchParams(body));
  const settings = json({ baseUrl, language, token: headers.Authorization && '$TOKEN' });
  return `import { createCalendarClient, orThrow } from 'calendar-events-client';

const calendar = createCalendarClient(${settings.replace('"$TOKEN"', 'process.env.TOKEN')});
const data = await orThrow(calendar.${method}(${json(template)}, ${json({ params, body: content })}));`;
}

const patternOf = (template) => new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

function typed(text, { type } = {}) {
  if (type === 'array') return text.split(',');
  return ['integer', 'number', 'boolean'].includes(type) ? JSON.parse(text) : text;
}

/** Highlighted parts of all samples and of JSON: names of members, strings, and other values. */
const HIGHLIGHTED_PARTS =
  /(?<name>"[^"\n]*"(?=:))|(?<string>"(?:\\.|[^"\\])*"|'[^']*')|(?<value>\b(?:\d[\d.]*|true|false|null)\b)/g;

export const codeComponents = ({ createElement: h, useState }) => ({
  /** Replaces Swagger UI's snippets, whose tabs are not operable by keyboard. */
  RequestSnippets: function Snippets({ request, ...system }) {
    const [active, setActive] = useState('curl');
    const buttons = Object.keys(SAMPLES).map((name) => {
      const attributes = { key: name, type: 'button', className: 'btn', 'aria-pressed': name === active };
      return h('button', { ...attributes, onClick: () => setActive(name) }, name);
    });
    const code = sampleOf(active, request, system);
    const tabs = h('div', { role: 'group', className: 'row', 'aria-label': 'Code' }, buttons);
    return h('div', null, h('h4', null, 'Code'), tabs, h(system.getComponent('HighlightCode', true), null, code));
  },
});

/** Colors code without an element for each part: Swagger UI's own component blocks the browser for seconds in long responses. */
export const highlighter =
  ({ createElement: h, useLayoutEffect, useRef }) =>
  () =>
    function Code({ children }) {
      const ref = useRef();
      useLayoutEffect(() => {
        const node = ref.current.firstChild;
        const ranges = [...String(children).matchAll(HIGHLIGHTED_PARTS)].map(({ 0: { length }, index, groups }) => {
          const range = { startContainer: node, startOffset: index, endContainer: node, endOffset: index + length };
          return [Object.keys(groups).find((name) => groups[name]), new StaticRange(range)];
        });
        for (const [name, range] of ranges) highlightOf(name).add(range);
        return () => ranges.forEach(([name, range]) => highlightOf(name).delete(range));
      }, [children]);
      return h('pre', { ref, className: 'microlight' }, children);
    };

function highlightOf(name) {
  if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
  return CSS.highlights.get(name);
}
