// What is sent, and what is done with the answer.

/** Parameters that say what holds without them would hide those that matter in the address and the command. */
export function sendWithoutDefaults(original) {
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
export function skipClientValidation(original, { specActions, specSelectors }) {
  return (pathMethod, ...rest) => {
    const parameters = specSelectors.operationWithMeta(...pathMethod).get('parameters');
    const lacks = parameters?.some((each) => each.get('in') === 'path' && !each.get('value'));
    return lacks ? original(pathMethod, ...rest) : specActions.clearValidateParams(pathMethod);
  };
}

const text = (value) => (Array.isArray(value) ? value.join() : String(value));
