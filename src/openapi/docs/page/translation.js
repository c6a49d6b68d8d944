// Swagger UI speaks English only. What it writes is put into the reader's language as it appears: the nodes stay, as React
// owns them, and only texts that are known as a whole change.
const ATTRIBUTES = ['title', 'aria-label', 'placeholder'];

/** What the API document and the service say, in the reader's language already, and code. */
const NOT_SWAGGER_UI = [
  '.info',
  '.opblock-tag > :not(button)',
  '.opblock-summary-path',
  '.opblock-summary-description',
  'div.parameter__name',
  '.parameter__type',
  '.renderedMarkdown',
  '.markdown',
  '.json-schema-2020-12__title',
  '.json-schema-2020-12__attribute',
  'pre',
  'code',
  'textarea',
].join();
/** What Swagger UI itself writes as Markdown. */
const SWAGGER_UI_MARKDOWN = '.live-responses-table .renderedMarkdown, .parameter__enum i, .parameter__default i';
/** “(query)”, “($date-time)” */
const BRACKETED = '.parameter__in, .prop-format';
const BRACKETS = /^(\(\$?|\))$/;

/**
 * @param {Element} root holds what Swagger UI writes
 * @param {{ texts: Record<string, string>, patterns: [pattern: string, text: string][] }} translation
 */
export function translate(root, { texts, patterns }) {
  const compiled = patterns.map(([pattern, text]) => [new RegExp(pattern), text]);
  const inOther = (english) => {
    const key = english.trim().replaceAll(/\s+/g, ' ');
    if (Object.hasOwn(texts, key)) return texts[key];
    for (const [pattern, text] of compiled) {
      const groups = pattern.exec(key)?.groups;
      if (groups) return text.replaceAll(/\{(\w+)\}/g, (_all, name) => groups[name]);
    }
    return undefined;
  };
  const observer = new MutationObserver((mutations) => {
    for (const { type, target, addedNodes, attributeName } of mutations) {
      if (type === 'attributes') translateAttribute(target, attributeName, inOther);
      else if (type === 'characterData') translateText(target, inOther);
      else for (const node of addedNodes) translateWithin(node, inOther);
    }
  });
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
}

function translateWithin(node, inOther) {
  if (node.nodeType === Node.TEXT_NODE) return translateText(node, inOther);
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let each = walker.currentNode; each; each = walker.nextNode()) {
    if (each.nodeType === Node.TEXT_NODE) translateText(each, inOther);
    else for (const name of ATTRIBUTES) translateAttribute(each, name, inOther);
  }
}

function translateText(node, inOther) {
  const parent = node.parentElement;
  if (!parent || !node.nodeValue.trim()) return;
  const value = isRedundant(node, parent) ? '' : translated(node.nodeValue, parent, inOther);
  if (value !== node.nodeValue) node.nodeValue = value;
}

/** The brackets of “(query)”; what follows “Add ”, a type and “ item”: the first says it all. */
function isRedundant(node, parent) {
  if (parent.matches(BRACKETED)) return BRACKETS.test(node.nodeValue);
  return parent.matches('.json-schema-form-item-add') && node !== parent.firstChild;
}

function translated(value, parent, inOther) {
  if (parent.closest(NOT_SWAGGER_UI) && !parent.closest(SWAGGER_UI_MARKDOWN)) return value;
  const text = inOther(value);
  if (text === undefined) return value;
  const [before] = /^\s*/.exec(value);
  const [after] = /\s*$/.exec(value);
  return `${before}${text}${after}`;
}

function translateAttribute(element, name, inOther) {
  const value = element.getAttribute(name);
  const text = value ? inOther(value) : undefined;
  if (text !== undefined && text !== value) element.setAttribute(name, text);
}
