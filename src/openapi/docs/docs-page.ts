import { NAMESPACE } from '../../kernel/context/namespace.js';
import { capitalizedNativeName, LANGUAGES, type Language } from '../../kernel/language/languages.js';

interface DocsPageOptions {
  readonly language: Language;
  readonly title: string;
  /** Path from the page to the root of the service: `./` or some `../`. */
  readonly relativeRoot: string;
  /** `REST_ROOT`: empty, or a path such as `/wp-json`. */
  readonly restRoot: string;
  readonly version: string;
  readonly text: (key: string) => string;
}

/** HTML of the page. All URLs are relative, so that it works behind a proxy that serves the calendar below another path. */
export function renderDocsPage({ language, title, relativeRoot, restRoot, version, text }: DocsPageOptions): string {
  const files = `${relativeRoot}docs/${version}`;
  const document = `${relativeRoot}${restRoot.slice(1)}${restRoot && '/'}${NAMESPACE}/doc?ml_language=${language}`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${files}/favicon.svg">
<link rel="preload" as="style" href="${files}/swagger-ui.css">
<link rel="preload" as="fetch" crossorigin href="${escapeHtml(document)}">
<link rel="stylesheet" href="${files}/page.css">
<script defer src="${files}/swagger-ui-bundle.js"></script>
<script type="module" src="${files}/page.js"></script>
</head>
<body>
<header class="bar">
<p><img src="${files}/favicon.svg" alt="" width="28" height="28"> ${escapeHtml(text('docs.documentation'))}</p>
<nav aria-label="${escapeHtml(text('docs.languages'))}">
${LANGUAGES.map((each) => renderLanguageLink(each, each === language, relativeRoot)).join('\n')}
</nav>
</header>
<div id="docs" data-document="${escapeHtml(document)}"><noscript>${escapeHtml(text('docs.script'))}</noscript></div>
</body>
</html>
`;
}

function renderLanguageLink(language: Language, isCurrent: boolean, relativeRoot: string): string {
  const current = isCurrent ? ' aria-current="page"' : '';
  return `<a href="${relativeRoot}${language}/docs" lang="${language}" hreflang="${language}"${current}>${escapeHtml(capitalizedNativeName(language))}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
