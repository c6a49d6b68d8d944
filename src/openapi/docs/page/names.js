// What those need who hear the page, or have no mouse, and Swagger UI leaves out.

/**
 * @param {Element} root holds what Swagger UI writes
 * @param {Record<string, string>} names by their use, in the reader's language
 */
export function nameControls(root, names) {
  document.documentElement.style.setProperty('--required', JSON.stringify(names.required));
  const fixed = [
    ['.servers select', names.server],
    ['.operation-filter-input', names.filter],
    ['.examples-select-element', names.example],
    ['.body-param__text', names.body],
    ['.close-modal', names.close],
    ['.json-schema-form-item-remove', names.removeItem],
  ];
  const observer = new MutationObserver(() => {
    for (const [selector, name] of fixed) {
      for (const control of root.querySelectorAll(`${selector}:not([aria-label])`)) setName(control, name);
    }
    nameParameters(root);
    addAccessibilityAttributes(root);
  });
  observer.observe(root, { subtree: true, childList: true });
}

/** A field is called by its parameter, or member of a form. */
function nameParameters(root) {
  const unnamed = 'tr:is([data-param-name], [data-property-name]) :is(input, select, textarea):not([aria-label])';
  for (const control of root.querySelectorAll(unnamed)) {
    if (control.type === 'checkbox') continue;
    const { paramName, propertyName } = control.closest('tr').dataset;
    setName(control, paramName ?? propertyName);
  }
}

function addAccessibilityAttributes(root) {
  for (const code of root.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0;
  for (const tag of root.querySelectorAll('h3.opblock-tag:not([aria-level])')) tag.ariaLevel = '2';
  for (const heading of root.querySelectorAll('h4:not([aria-level])')) heading.ariaLevel = '3';
  // The page has a landmark of that kind already.
  root.querySelector('main:not([role])')?.setAttribute('role', 'group');
}

function setName(control, name) {
  control.setAttribute('aria-label', name);
}
