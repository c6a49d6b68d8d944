/** From how many characters on colours would keep the browser busy for seconds. */
const MAX_HIGHLIGHTED_LENGTH = 100_000;

/** Parts of Swagger UI that are others here. */
export function componentsOf({ React, getSystem }, names) {
  const { createElement, useEffect, useState } = React;
  return {
    // A link within a button, as Swagger UI has it, is out of reach; the button sets the address as well.
    DeepLink: ({ text }) =>
      createElement('span', null, getSystem().specSelectors.tagDetails(text)?.get('x-displayName') ?? text),

    // The page has the title and the first paragraph; what is left of the head says how things work.
    OAS31Info: ({ specSelectors, getComponent }) => {
      const [isOpen] = useState(() => matchMedia('(min-width: 48rem)').matches);
      const [, ...paragraphs] = specSelectors.selectInfoDescriptionField()?.split('\n\n') ?? [];
      if (paragraphs.length === 0) return null;
      return createElement(
        'details',
        { className: 'info', open: isOpen },
        createElement('summary', null, names.introduction),
        createElement(getComponent('Markdown', true), { source: paragraphs.join('\n\n') }),
      );
    },

    // What a server is comes first, not its address.
    Servers: ({ servers, currentServer, setSelectedServer }) => {
      useEffect(() => {
        if (!servers.some((each) => each.get('url') === currentServer)) setSelectedServer(servers.first().get('url'));
      });
      const select = {
        id: 'servers',
        value: currentServer,
        onChange: (event) => setSelectedServer(event.target.value),
      };
      const option = (server) => {
        const url = server.get('url');
        return createElement('option', { key: url, value: url }, `${server.get('description')} · ${url}`);
      };
      return createElement(
        'div',
        { className: 'servers' },
        createElement('select', select, servers.map(option).toArray()),
      );
    },
  };
}

/** Parts of Swagger UI that get something else to show. */
export function wrappedComponents({ createElement }, names, formExample) {
  return {
    // Most answers have the same headers, which would be longer than all else.
    headers: (Original) => (props) =>
      createElement(
        'details',
        { className: 'answer-headers' },
        createElement('summary', null, names.headers),
        createElement(Original, props),
      ),
    // What is left empty is not sent, unless the reader says so: an update would clear it.
    ParameterIncludeEmpty: (Original) => (props) =>
      createElement(Original, { ...props, isIncludedOptions: { ...props.isIncludedOptions, defaultValue: false } }),
    OperationSummary: (Original) => (props) =>
      createElement(Original, { ...props, operationProps: withoutOptionalLock(props.operationProps) }),
    SyntaxHighlighter: (Original) => (props) =>
      props.children?.length < MAX_HIGHLIGHTED_LENGTH
        ? createElement(Original, props)
        : createElement('pre', { className: 'microlight' }, props.children),
    RequestBody: (Original) => (props) =>
      createElement(Original, { ...props, requestBody: formExample(props.requestBody) }),
  };
}

/** What anybody may ask has no lock, until there are credentials that are sent with it. */
function withoutOptionalLock(operation) {
  const isOpen = operation.get('security')?.some((requirement) => requirement.size === 0);
  return isOpen && !operation.get('isAuthorized') ? operation.delete('security') : operation;
}
