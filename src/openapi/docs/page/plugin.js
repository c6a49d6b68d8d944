import { localizeElements } from './elements.js';
import { resolveSubtree } from './resolver.js';

/** Longer responses are shown without syntax highlighting, which would block the browser for seconds. */
const MAX_HIGHLIGHTED_LENGTH = 100_000;

/**
 * Plugin of Swagger UI: translated and named elements, a modal dialog for credentials, and operations that open fast.
 *
 * @param {(text: string) => string} translate see `translator.js`
 */
export function plugin(translate) {
  let FieldName;
  return (system) => {
    FieldName ??= localizeElements(system.React, translate); // Swagger UI calls the plugin more than once.
    return {
      components: components(system),
      wrapComponents: wrapComponents(system.React, FieldName),
      statePlugins: { auth: { wrapSelectors: { isAuthorized } } },
      afterLoad() {
        this.fn.resolveSubtree = resolveSubtree;
      },
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

function wrapComponents({ createElement, useLayoutEffect, useRef }, FieldName) {
  return {
    // A modal dialog of the browser keeps the focus inside, closes on Escape and returns the focus to the button.
    authorizationPopup: (Original) =>
      function Dialog(props) {
        const ref = useRef();
        useLayoutEffect(() => {
          const dialog = ref.current;
          dialog.showModal();
          dialog.querySelector('input')?.focus();
          return () => dialog.close();
        }, []);
        const onCancel = () => props.authActions.showDefinitions(false);
        const attributes = { ref, onCancel, 'aria-label': 'Available authorizations' };
        return createElement('dialog', attributes, createElement(Original, props));
      },
    // The documented headers are the same in most responses: folded.
    headers: (Original) => (props) =>
      createElement(
        'details',
        null,
        createElement('summary', null, 'Response headers'),
        createElement(Original, props),
      ),
    JsonSchemaForm: (Original) => (props) =>
      createElement(FieldName.Provider, { value: props.description }, createElement(Original, props)),
    SyntaxHighlighter: (Original) => (props) =>
      props.children?.length < MAX_HIGHLIGHTED_LENGTH
        ? createElement(Original, props)
        : createElement('pre', { className: 'microlight' }, props.children),
  };
}

/** An operation with optional credentials counts as authorized only if there are credentials. */
const isAuthorized = (original) => (_state, requirements) => original(requirements?.filter(({ size }) => size > 0));
