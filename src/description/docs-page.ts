import { NAMESPACE } from '../common/http/namespace.js';
import type { Language } from '../common/language/languages.js';

/** The page that shows the API document in a language. */
export function docsPage(root: string, language: Language, title: string): string {
  const url = escape(`${root}/${NAMESPACE}/doc?ml_language=${language}`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body data-document="${url}">
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
}

/** Starts Swagger UI on the page's document; a file of its own, so that no inline script need be allowed. */
export const DOCS_SCRIPT = `SwaggerUIBundle({
  url: document.body.dataset.document,
  dom_id: '#docs',
  deepLinking: true,
  persistAuthorization: true,
});
`;

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
