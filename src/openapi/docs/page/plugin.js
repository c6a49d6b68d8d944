import { authorizeChecked, credentialComponents, dialogComponents } from './credentials.js';
import { localizeElements } from './elements.js';
import { guideComponents, introductionOf, menuComponents, tryFirstRequest } from './menu.js';
import { resolveSubtree } from './resolver.js';
import { codeComponents, highlighter } from './snippets.js';

/**
 * Plugin of Swagger UI: translated and named elements, a menu with guides, checked credentials, and operations that open fast.
 *
 * @param {(text: string) => string} translate see `translator.js`
 */
export function plugin(translate) {
  let FieldName;
  return (system) => {
    FieldName ??= localizeElements(system.React, translate); // Swagger UI calls the plugin more than once.
    return {
      components: {
        ...components(system),
        ...menuComponents(system.React),
        ...guideComponents(system.React),
        ...codeComponents(system.React),
      },
      wrapComponents: {
        ...fieldComponents(system.React, FieldName),
        ...operationComponents(system.React),
        ...credentialComponents(system.React),
        ...dialogComponents(system.React),
        ...responseComponents(system.React),
        SyntaxHighlighter: highlighter(system.React),
      },
      statePlugins,
      fn: { resolveSubtree },
    };
  };
}

function components({ React, getSystem }) {
  return {
    // A link inside of the button of an operation would not be operable by keyboard. The button sets the hash as well.
    DeepLink: ({ text }) =>
      React.createElement('span', null, getSystem().specSelectors.tagDetails(text)?.get('x-displayName') ?? text),
    InfoUrl: ({ url }) => React.createElement('a', { href: url }, 'OpenAPI document'),
  };
}

const fieldComponents = ({ createElement: h }, FieldName) => ({
  // Folded, because most responses document the same headers.
  headers: (Original) => (props) => h('details', null, h('summary', null, 'Response headers'), h(Original, props)),
  JsonSchemaForm: (Original) => (props) => h(FieldName.Provider, { value: props.description }, h(Original, props)),
});

function operationComponents({ createElement: h, Fragment }) {
  const withAddition = (Original, props, addition) => h(Fragment, null, h(Original, props), addition);
  return {
    InfoContainer: (Original, system) => (props) => {
      const attributes = { type: 'button', className: 'btn first-request', onClick: () => tryFirstRequest(system) };
      return withAddition(Original, props, h('button', attributes, 'Try the first request'));
    },
    // PUT and POST to the path of a PATCH do the same, so they have no rows of their own.
    OperationSummaryPath:
      (Original, { specSelectors }) =>
      (props) => {
        const [, path, method] = props.specPath.toArray();
        const aliases = specSelectors
          .specJson()
          .getIn(['paths', path])
          .filter(isAlias)
          .keySeq()
          .join(', ')
          .toUpperCase();
        return withAddition(Original, props, method === 'patch' && aliases && h('small', null, `also ${aliases}`));
      },
    execute: (Original) => (props) =>
      withAddition(Original, props, h('small', { className: 'shortcut' }, 'Ctrl + Enter')),
  };
}

function responseComponents({ createElement: h, useEffect, useRef }) {
  return {
    // One line per error: a guide describes the format of errors.
    response:
      (Original, { getComponent }) =>
      (props) => {
        if (props.code < 400) return h(Original, props);
        const text = h(getComponent('Markdown', true), { source: props.response.get('description') });
        const status = h('td', { className: 'response-col_status' }, props.code);
        return h('tr', { className: 'error' }, status, h('td', { className: 'response-col_description__inner' }, text));
      },
    // After Execute the focus would be lost, because the button is disabled during the request.
    liveResponse: (Original, { specSelectors }) =>
      function LiveResponse(props) {
        const ref = useRef();
        useEffect(() => {
          const execute = ref.current.closest('.opblock').querySelector('.execute');
          const result = ref.current.querySelector('.live-responses-table');
          if (![document.body, execute].includes(document.activeElement)) return;
          result.focus({ preventScroll: true });
          requestAnimationFrame(() => result.scrollIntoView()); // The loading animation above it is gone.
        }, [specSelectors.responseFor(props.path, props.method)]);
        return h('div', { ref }, h(Original, { ...props, response: titled(props.response) }));
      },
  };
}

const isAlias = (operation) => operation.get('x-mcp') === false;

/** A response whose heading is the translated title of the problem. */
function titled(response) {
  try {
    const { title } = response.get('error') ? JSON.parse(response.get('text')) : {};
    return title ? response.merge({ name: '', message: title }) : response;
  } catch {
    return response;
  }
}

/** An operation with optional credentials counts as authorized only if there are credentials. */
const isAuthorized = (original) => (_state, requirements) => original(requirements?.filter(({ size }) => size > 0));

const info = (original) => () => original().update('description', '', introductionOf);

const taggedOperations = (original) => () =>
  original().map((group) =>
    group.update('operations', (operations) => operations.filter((each) => !isAlias(each.get('operation')))),
  );

/** Links to an alias open the operation itself. */
const isShownKeyFromUrlHashArray =
  (original) =>
  (_state, [tag, id]) =>
    original([tag, id?.replace(/By(Put|Post)$/, '')]);

/** Swagger UI would parse the document as YAML, which is much slower. */
const parseToJson =
  (_original, { specActions }) =>
  (text) =>
    specActions.updateJsonSpec(JSON.parse(text));

/** Swagger UI's animation could end after the response has been scrolled to. */
const scrollToElement = () => (element) => element.scrollIntoView();

const statePlugins = {
  auth: { wrapSelectors: { isAuthorized }, wrapActions: { authorizeWithPersistOption: authorizeChecked } },
  spec: { wrapSelectors: { info, taggedOperations }, wrapActions: { parseToJson } },
  layout: { wrapSelectors: { isShownKeyFromUrlHashArray }, wrapActions: { scrollToElement } },
};
