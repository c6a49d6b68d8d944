import { plugin } from './plugin.js';
import { translator } from './translator.js';

const docs = document.getElementById('docs');
const { lang } = document.documentElement;
const labels = await (await fetch(new URL(`labels.${lang}.json`, import.meta.url))).json();

globalThis.SwaggerUIBundle({
  url: docs.dataset.document,
  domNode: docs,
  plugins: [plugin(translator(labels))],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1, // Each operation shows its schemas.
  validatorUrl: null,
  syntaxHighlight: { theme: 'nord' },
});

// The page in another language opens the same operation.
for (const link of document.querySelectorAll('.bar nav a')) {
  link.addEventListener('click', () => (link.hash = location.hash));
}
