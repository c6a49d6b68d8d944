// Swagger UI has English texts only, and controls without accessible names. Both are corrected when it creates an HTML element.

const TRANSLATED_PROPS = ['title', 'aria-label', 'placeholder'];
/** Elements that show names of the API, such as a property called `path`. */
const API_NAMES = /2020-12__title|^parameter__name|summary-path|summary-description/;
const FIELDS = new Set(['select', 'input', 'textarea']);
/** Labels of controls, by id or class. */
const CONTROL_LABELS = {
  servers: 'Servers',
  'examples-select-element': 'Examples',
  'body-param__text': 'Request body',
  'close-modal': 'Close',
  'json-schema-form-item-remove': 'Remove this item',
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
  const translateChild = (child) => (typeof child === 'string' ? translate(child) : child);

  React.createElement = (type, props, ...children) => {
    if (props?.source) return createElement(type, { ...props, source: translate(props.source) }, ...children);
    if (typeof type !== 'string' || API_NAMES.test(props?.className)) return createElement(type, props, ...children);
    const own = { ...props };
    const key = [own.id, ...String(own.className ?? '').split(' ')].find((each) => Object.hasOwn(CONTROL_LABELS, each));
    if (key) own['aria-label'] = CONTROL_LABELS[key];
    if (type === 'main') type = 'div'; // The page has this landmark.
    if (type === 'pre') own.tabIndex = 0; // It may scroll.
    for (const name of TRANSLATED_PROPS) if (typeof own[name] === 'string') own[name] = translate(own[name]);
    if (FIELDS.has(type) && !own['aria-label'] && !own.id)
      return createElement(Field, { ...own, element: type }, ...children);
    if (children.length === 0 && own.children) children = [own.children].flat();
    return createElement(type, own, ...children.map(translateChild));
  };
  return FieldName;
}
