import { NAMESPACE } from '../../kernel/context/namespace.js';
import { capitalizedNativeName } from '../../kernel/language/language-name.js';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';

/** What the page is made of. */
export interface DocsPageOptions {
  readonly language: Language;
  /** The product's name. */
  readonly title: string;
  /** What the product is, in a sentence or two. */
  readonly lead: string;
  /** From the page's address to the root of the service: `./` or some `../`. */
  readonly relativeRoot: string;
  /** Path below which the interface lies: empty, or such as `/wp-json`. */
  readonly restRoot: string;
  /** Names the state of the page's files. */
  readonly version: string;
  /** The page's own texts. */
  readonly texts: PageTexts;
  /** What its script says, see `translation.js`. */
  readonly translation: object;
}

/** The texts that the page has before its script runs. */
export type PageTexts = Readonly<
  Record<
    'documentation' | 'skip' | 'first' | 'languages' | 'theme' | 'system' | 'light' | 'dark' | 'document' | 'script',
    string
  >
>;

/**
 * The page that shows the API document in a language. Its addresses are relative, so that it works behind a proxy that
 * serves the calendar below a path of its own.
 */
export function renderDocsPage(page: DocsPageOptions): string {
  return `<!doctype html>
<html lang="${page.language}">
<head>
${renderHead(page)}
</head>
<body>
${renderBody(page)}
</body>
</html>
`;
}

function renderHead(page: DocsPageOptions): string {
  const files = assetsPathOf(page);
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" type="image/svg+xml" href="${files}/favicon.svg">
<link rel="preload" as="style" href="${files}/swagger-ui.css">
<link rel="stylesheet" href="${files}/page.css">
${LANGUAGES.map((each) => `<link rel="alternate" hreflang="${each}" href="${page.relativeRoot}${each}/docs">`).join('\n')}
<script src="${files}/theme.js"></script>`;
}

function renderBody(page: DocsPageOptions): string {
  const { language, title, lead, relativeRoot, restRoot, texts } = page;
  const files = assetsPathOf(page);
  const document = `${relativeRoot}${restRoot.slice(1)}${restRoot && '/'}${NAMESPACE}/doc?ml_language=${language}`;
  return `<a class="skip" href="#operations">${escapeHtml(texts.skip)}</a>
<header class="bar">
<p class="brand"><img src="${files}/favicon.svg" alt="" width="28" height="28"> ${escapeHtml(texts.documentation)}</p>
<nav aria-label="${escapeHtml(texts.languages)}">
${LANGUAGES.map((each) => renderLanguageLink(each, page)).join('\n')}
</nav>
<label class="theme"><span>${escapeHtml(texts.theme)}</span>
<select>
${(['system', 'light', 'dark'] as const).map((each) => `<option value="${each}">${escapeHtml(texts[each])}</option>`).join('\n')}
</select></label>
</header>
<main>
<div class="title">
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<p class="actions"><button type="button" class="first">${escapeHtml(texts.first)}</button>
<a href="${escapeHtml(document)}">${escapeHtml(texts.document)}</a></p>
</div>
<div id="docs" data-document="${escapeHtml(document)}"><noscript>${escapeHtml(texts.script)}</noscript></div>
</main>
<script type="application/json" id="translation">${toInlineJson(page.translation)}</script>
<script defer src="${files}/swagger-ui-bundle.js"></script>
<script type="module" src="${files}/page.js"></script>`;
}

function assetsPathOf({ relativeRoot, version }: DocsPageOptions): string {
  return `${relativeRoot}docs/${version}`;
}

function renderLanguageLink(each: Language, { language, relativeRoot }: DocsPageOptions): string {
  const current = each === language ? ' aria-current="page"' : '';
  return `<a href="${relativeRoot}${each}/docs" lang="${each}" hreflang="${each}"${current}>${escapeHtml(capitalizedNativeName(each))}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** JSON that may stand in a script element: nothing in it ends the element. */
function toInlineJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
