import { resolveSubtree } from './resolver.js';

/** Names of the guides in links, in the order of the sections of the description. */
const GUIDES = ['paging', 'languages', 'writing', 'concurrency', 'errors'];

/** The description of the document is an introduction, then one guide per heading. */
export const introductionOf = (description) => description.split('\n## ', 1)[0];

function guidesOf({ specSelectors, oas3Selectors }) {
  const [, ...sections] = specSelectors.specJson().getIn(['info', 'description'], '').split('\n## ');
  const api = `${new URL(oas3Selectors.selectedServer() ?? '', location.href).href.replace(/\/$/, '')}/calendar/events/v1`;
  return sections.map((section, index) => {
    const [label, ...lines] = section.split('\n');
    return { id: GUIDES[index], label, text: lines.join('\n').replaceAll('$API', api) };
  });
}

/** The links of the menu: guides and operations, in groups. */
function groupsOf(system) {
  const item = (group, id, rest) => {
    const isOpen = system.layoutSelectors.isShown(['operations', group, id]);
    return { ...rest, hash: `#/${group}/${id}`, isOpen };
  };
  const guides = guidesOf(system).map(({ id, ...guide }) => item('guides', id, guide));
  const tags = system.specSelectors.taggedOperations().entrySeq().toArray();
  const operations = tags.map(([name, group]) => ({
    label: group.getIn(['tagDetails', 'x-displayName'], name),
    items: group
      .get('operations')
      .toArray()
      .map((each) => {
        const [path, method, operation] = [each.get('path'), each.get('method'), each.get('operation')];
        return item(name, operation.get('operationId'), { path, method, label: operation.get('summary') });
      }),
  }));
  return [{ label: 'Guides', items: guides }, ...operations];
}

const elementOf = (hash) => document.getElementById(['operations', ...hash.split('/').slice(1)].join('-'));

/** Opens the operation or guide of a URL fragment such as `#/events/listEvents`, and focuses its heading. */
export function openPart({ layoutActions }, hash) {
  if (!elementOf(hash)?.matches('.is-open, [open]')) layoutActions.parseDeepLinkHash(hash);
  requestAnimationFrame(() => {
    elementOf(hash)?.scrollIntoView();
    elementOf(hash)?.querySelector('summary, .opblock-summary-control')?.focus({ preventScroll: true });
  });
}

/** Opens “List events” and sends it with its default parameters. */
export function tryFirstRequest(system) {
  const hash = '#/events/listEvents';
  openPart(system, hash);
  requestAnimationFrame(function execute() {
    // The button appears once the operation is resolved.
    const button = elementOf(hash)?.querySelector('.opblock-section ~ * > .execute');
    if (button) {
      button.focus();
      button.click();
    } else {
      requestAnimationFrame(execute);
    }
  });
}

/** Whether the menu is beside the operations. */
export const isWide = () => matchMedia('(min-width: 64rem)').matches;

function link(h, system, { hash, method, label, isOpen }) {
  const onClick = (event) => {
    event.preventDefault();
    if (!isWide()) event.currentTarget.closest('nav > details').open = false;
    openPart(system, hash);
  };
  const verb = method && h('span', { className: `method ${method}` }, method.toUpperCase());
  return h(
    'li',
    { key: hash },
    h('a', { href: hash, onClick, 'aria-current': isOpen || undefined }, verb, h('span', null, label)),
  );
}

/** Page layout with the side menu. */
export function menuComponents({ createElement: h, useMemo, useState }) {
  function Menu(system) {
    const [query, setQuery] = useState('');
    const spec = system.specSelectors.specJson();
    const isFound = useMemo(() => matcherFor(spec), [spec]);
    const groups = groupsOf(system).map(({ label, items }, index) => {
      const found = items.filter((item) => !query || isFound(item, query));
      const open = query !== '' || index < 2 || items.some(({ isOpen }) => isOpen);
      const links = h('ul', null, ...found.map((item) => link(h, system, item)));
      return found.length > 0 && h('details', { key: label, open }, h('summary', null, label), links);
    });
    const search = { type: 'search', 'aria-label': 'Search', placeholder: 'Search', value: query };
    const field = h('input', { ...search, onChange: ({ target }) => setQuery(target.value) });
    const status = h('p', { role: 'status' }, groups.some(Boolean) ? '' : 'Nothing found');
    const contents = h('details', { open: isWide() }, h('summary', null, 'Contents'), field, ...groups, status);
    return h('nav', { className: 'menu', 'aria-label': 'Contents' }, contents);
  }

  return {
    DocsLayout: (system) => {
      const main = h('main', null, h(system.getComponent('BaseLayout', true)));
      return h('div', { className: 'columns' }, h(Menu, system), main);
    },
  };
}

/** The guides, in the place of Swagger UI's filter: between the introduction and the operations. */
export function guideComponents({ createElement: h, useEffect, useRef }) {
  function Guide({ system, guide }) {
    const ref = useRef();
    const key = ['operations', 'guides', guide.id];
    const isOpen = system.layoutSelectors.isShown(key);
    useEffect(() => void (isOpen && ref.current.scrollIntoView()), []);
    const onClick = (event) => {
      event.preventDefault();
      system.layoutActions.show(key, !isOpen);
    };
    const text = isOpen && h(system.getComponent('Markdown', true), { source: guide.text });
    const attributes = { ref, id: key.join('-'), className: 'guide', open: isOpen };
    return h('details', attributes, h('summary', { onClick }, h('h3', { 'aria-level': 3 }, guide.label)), text);
  }
  return {
    FilterContainer: (system) => {
      const guides = guidesOf(system).map((guide) => h(Guide, { key: guide.id, system, guide }));
      return h('section', { className: 'wrapper' }, h('h2', null, 'Guides'), ...guides);
    },
  };
}

/**
 * Returns a predicate: whether a guide or operation contains all words of a query, regardless of case and accents.
 * Operations are searched with their path, texts and fields.
 */
function matcherFor(spec) {
  const texts = new Map();
  let json;
  const textOf = ({ label, text, path, method }) => {
    if (!path) return label + text;
    const { responses, ...request } = resolveSubtree((json ??= spec.toJS()), ['paths', path, method]).spec;
    const contents = Object.entries(responses).map(([status, { content }]) => status < 300 && content);
    return JSON.stringify([path, request, contents]);
  };
  return (item, query) => {
    if (!texts.has(item.hash)) texts.set(item.hash, folded(textOf(item)));
    return folded(query)
      .trim()
      .split(/\s+/)
      .every((word) => texts.get(item.hash).includes(word));
  };
}

const folded = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
