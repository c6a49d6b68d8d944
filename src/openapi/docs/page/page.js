import { trapFocusInDialog } from './dialog.js';
import { nameControls } from './names.js';
import { saveNavigationState, restoreNavigationState, takeNavigationState } from './navigation-state.js';
import { plugin } from './swagger-ui-plugin.js';
import { translate } from './translation.js';

const docs = document.getElementById('docs');
const { names, ...translation } = JSON.parse(document.getElementById('translation').textContent);

translate(docs, translation);
nameControls(docs, names);
trapFocusInDialog(docs);

const place = takeNavigationState();
const ui = globalThis.SwaggerUIBundle({
  url: docs.dataset.document,
  domNode: docs,
  plugins: [plugin(names)],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null,
  syntaxHighlight: { theme: 'nord' },
  onComplete: () => place && restoreNavigationState(ui, place),
});

for (const link of document.querySelectorAll('.bar nav a')) {
  link.addEventListener('click', (event) => saveNavigationState(ui, link, event));
}

document.querySelector('.skip').addEventListener('click', (event) => {
  // The address keeps the open operation.
  event.preventDefault();
  const operations = document.getElementById('operations');
  operations?.focus();
  operations?.scrollIntoView();
});

document.querySelector('.first').addEventListener('click', () => {
  const control = docs.querySelector('.opblock-summary-control');
  if (control?.ariaExpanded === 'false') control.click();
  control?.focus();
  control?.closest('.opblock').scrollIntoView();
});
