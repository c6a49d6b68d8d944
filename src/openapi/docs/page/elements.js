// Swagger UI has English texts only, and controls without accessible names. Both are corrected when it creates an HTML element.

const TRANSLATED_PROPS = ['title', 'aria-label', 'placeholder'];
/** Classes of elements that show names of the API, such as a property called `path`. They are not translated. */
const API_NAMES = /2020-12__title|^parameter__name|summary-path|summary-description/;
/** Labels of controls, by id or class. */
const CONTROL_LABELS = {
  servers: 'Servers',
  'examples-select-element': 'Examples',
  'body-param__text': 'Request body',
  'close-modal': 'Close',
  'json-schema-form-item-remove': 'Remove this item',
  'live-responses-table': 'Server response',
};

/**
 * Replaces `React.createElement` by a function that translates texts and adds missing names.
 *
 * @returns the React context with the name of the parameter or property of a form field
 */
export function localizeElements(React, translate) {
  const { createElement } = React;
  const FieldName = React.createContext(undefined);
  const Field = ({ element, ...props }) =>
    createElement(element, { 'aria-label': React.useContext(FieldName), ...props });
  const translateText = (value) => (typeof value === 'string' ? translate(value) : value);

  React.createElement = (type, props, ...children) => {
    if (props?.source) return createElement(type, { ...props, source: translate(props.source) }, ...children);
    if (typeof type !== 'string' || API_NAMES.test(props?.className)) return createElement(type, props, ...children);
    const named = withRole(type, withName(type, props ?? {}, translateText));
    if (isUnnamed(type, named)) return createElement(Field, { ...named, element: type }, ...children);
    const texts = (children.length > 0 ? children : [named.children].flat()).map(translateText);
    return createElement(tagOf(type, named), named, ...texts);
  };
  return FieldName;
}

/** Adds a translated label, and makes code that may scroll operable by keyboard. */
function withName(type, props, translate) {
  const key = [props.id, ...String(props.className).split(' ')].find((each) => Object.hasOwn(CONTROL_LABELS, each));
  const isScrollable = type === 'pre' && props.className !== 'version';
  const named = { ...props, ...(key && { 'aria-label': CONTROL_LABELS[key] }), ...(isScrollable && { tabIndex: 0 }) };
  for (const name of TRANSLATED_PROPS) if (named[name]) named[name] = translate(named[name]);
  return named;
}

/**
 * Removes the roles that Swagger UI gives to tables, makes the table with the response focusable, and raises headings
 * by one level, because Swagger UI has no `h2`.
 */
function withRole(type, props) {
  if (type === 'table') return { ...props, role: undefined, tabIndex: props['aria-label'] && -1 };
  return /^h[3-6]$/.test(type) ? { 'aria-level': type.slice(1) - 1, ...props } : props;
}

/** Swagger UI's own `main` becomes a `div`, because the layout already has a `main`. */
const tagOf = (type, { id }) => (type === 'main' && id ? 'div' : type);

const isUnnamed = (type, props) => ['select', 'input', 'textarea'].includes(type) && !props['aria-label'] && !props.id;
