import labels from './labels.json' with { type: 'json' };
import { isWide, openPart } from './menu.js';
import { plugin } from './plugin.js';
import { translator } from './translator.js';

const docs = document.getElementById('docs');

const system = globalThis.SwaggerUIBundle({
  url: docs.dataset.document,
  domNode: docs,
  plugins: [plugin(translator(labels, document.documentElement.lang))],
  layout: 'DocsLayout',
  docExpansion: isWide() ? 'list' : 'none', // Phones are slow, and the menu has all operations.
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  requestSnippetsEnabled: true,
  requestInterceptor: withoutOtherLanguage,
  defaultModelsExpandDepth: -1, // Each operation shows its schemas.
  validatorUrl: null,
});

/** Removes the language from the URL of a request whose body has another one. Otherwise the service would reject it. */
function withoutOtherLanguage(request) {
  const [, language] = /\bml_language"?[:=]\s*"?(\w+)/.exec(request.body) ?? [];
  const segment = /\/(ca|en|es)(?=(?:\/[\w-]+)*\/calendar\/)/;
  if (language) request.url = request.url.replace(segment, (all, own) => (own === language ? all : ''));
  return request;
}

addEventListener('hashchange', () => openPart(system, location.hash));

// Ctrl + Enter, and Enter in a field of one line, execute the operation.
addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  const execute = target.closest('.opblock-body')?.querySelector('.execute');
  if (!execute || key !== 'Enter' || !(ctrlKey || metaKey || target.matches('input'))) return;
  execute.focus();
  execute.click();
});

// The page in another language opens the same operation.
for (const link of document.querySelectorAll('.bar nav a')) {
  link.addEventListener('click', () => (link.hash = location.hash));
}
