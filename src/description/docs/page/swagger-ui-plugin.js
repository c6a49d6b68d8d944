/** What Swagger UI does otherwise here. */
export function plugin({ React }) {
  return {
    components: {
      // A link within a button, as Swagger UI has it, is out of reach; the button sets the address as well.
      DeepLink: ({ text }) => React.createElement('span', null, text),
      // The page has the title; what is left of the head is the introduction.
      OAS31Info: ({ specSelectors, getComponent }) =>
        React.createElement(
          'div',
          { className: 'info' },
          React.createElement(getComponent('Markdown', true), { source: specSelectors.selectInfoDescriptionField() }),
        ),
    },
    statePlugins: {
      layout: { wrapActions: { scrollToElement: () => scrollTo } },
      spec: { wrapActions: { executeRequest: sendWithoutDefaults, validateParams: leaveChecksToTheService } },
    },
  };
}

/** Heeds what the styles say of the bar at the top, which Swagger UI's own scroller does not know. */
function scrollTo(element) {
  element.scrollIntoView();
  return { type: 'docs_scrolled' };
}

/** Parameters that say what holds without them would hide those that matter in the address and the command. */
function sendWithoutDefaults(original) {
  return (request) => {
    const parameters = { ...request.parameters };
    for (const parameter of request.operation.toJS().parameters ?? []) {
      const { name, schema: { default: byDefault } = {} } = parameter;
      const key = `${parameter.in}.${name}`;
      if (byDefault !== undefined && text(parameters[key]) === text(byDefault)) delete parameters[key];
    }
    const operation = document.activeElement?.closest('.opblock');
    const sent = original({ ...request, parameters });
    void Promise.resolve(sent).then(() => requestAnimationFrame(() => showResponse(operation)));
    return sent;
  };
}

/** The answer stands below all the parameters. */
function showResponse(operation) {
  operation?.querySelector('.responses-wrapper')?.scrollIntoView();
}

/** The service says what is wrong in the reader's language; only without a part of its path it cannot be asked. */
function leaveChecksToTheService(original, { specActions, specSelectors }) {
  return (pathMethod, ...rest) => {
    const parameters = specSelectors.operationWithMeta(...pathMethod).get('parameters');
    const lacks = parameters?.some((each) => each.get('in') === 'path' && !each.get('value'));
    return lacks ? original(pathMethod, ...rest) : specActions.clearValidateParams(pathMethod);
  };
}

const text = (value) => (Array.isArray(value) ? value.join() : String(value));
