import { componentsOf, wrappedComponents } from './components.js';
import { formExample } from './form-example.js';
import { filterOperations } from './filter.js';
import { skipClientValidation, sendWithoutDefaults } from './requests.js';
import { resolvePart } from './subtree.js';

/**
 * What Swagger UI does otherwise here.
 *
 * @param {Record<string, string>} names by their use, in the reader's language
 */
export const plugin = (names) => (system) => ({
  components: componentsOf(system, names),
  wrapComponents: wrappedComponents(system.React, names, formExample),
  fn: { opsFilter: filterOperations },
  statePlugins: {
    auth: { wrapSelectors: { isAuthorized } },
    layout: { wrapActions: { scrollToElement: () => scrollTo } },
    spec: { wrapActions: { executeRequest: sendWithoutDefaults, validateParams: skipClientValidation } },
  },
  afterLoad({ fn }) {
    const { getType } = fn.jsonSchema202012;
    this.fn.jsonSchema202012.getType = (schema) => briefType(getType(schema));
    this.fn.resolveSubtree = resolvePart(fn.resolveSubtree);
  },
});

/** Where nothing is required, credentials are sent only if there are any. */
function isAuthorized(original) {
  return (_state, requirements) => original(requirements?.filter((requirement) => requirement.size > 0));
}

/** `array<(integer | string)>` as `(integer | string)[]`, and no brackets around all. */
function briefType(type) {
  let brief = String(type);
  for (let before; before !== brief;) {
    before = brief;
    brief = brief.replaceAll(/array<\(?([^<>()]*)\)?>/g, (_all, items) => listOf([...new Set(items.split(' | '))]));
  }
  return brief.replace(/^\(([^()]*)\)$/, '$1');
}

function listOf(types) {
  return types.length === 1 ? `${types[0]}[]` : `(${types.join(' | ')})[]`;
}

/** Heeds what the styles say of the bar at the top, which Swagger UI's own scroller does not know. */
function scrollTo(element) {
  element.scrollIntoView();
  return { type: 'docs_scrolled' };
}
