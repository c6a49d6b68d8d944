import { NAMESPACE } from '../../kernel/context/namespace.js';
import { ownHeading } from '../../kernel/language/language-name.js';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';

/** What the page is made of. */
export interface DocsPage {
  readonly language: Language;
  /** The product's name. */
  readonly title: string;
  /** What the product is, in a sentence or two. */
  readonly lead: string;
  /** From the page's address to the root of the service: `./` or some `../`. */
  readonly up: string;
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
export function docsPage(page: DocsPage): string {
  return `<!doctype html>
<html lang="${page.language}">
<head>
${head(page)}
</head>
<body>
${body(page)}
</body>
</html>
`;
}

function head(page: DocsPage): string {
  const files = filesOf(page);
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(page.title)}</title>
<link rel="icon" type="image/svg+xml" href="${files}/favicon.svg">
<link rel="preload" as="style" href="${files}/swagger-ui.css">
<link rel="stylesheet" href="${files}/page.css">
${LANGUAGES.map((each) => `<link rel="alternate" hreflang="${each}" href="${page.up}${each}/docs">`).join('\n')}
<script src="${files}/theme.js"></script>`;
}

function body(page: DocsPage): string {
  const { language, title, lead, up, restRoot, texts } = page;
  const files = filesOf(page);
  const document = `${up}${restRoot.slice(1)}${restRoot && '/'}${NAMESPACE}/doc?ml_language=${language}`;
  return `<a class="skip" href="#operations">${escape(texts.skip)}</a>
<header class="bar">
<p class="brand"><img src="${files}/favicon.svg" alt="" width="28" height="28"> ${escape(texts.documentation)}</p>
<nav aria-label="${escape(texts.languages)}">
${LANGUAGES.map((each) => languageLink(each, page)).join('\n')}
</nav>
<label class="theme"><span>${escape(texts.theme)}</span>
<select>
${(['system', 'light', 'dark'] as const).map((each) => `<option value="${each}">${escape(texts[each])}</option>`).join('\n')}
</select></label>
</header>
<main>
<div class="title">
<h1>${escape(title)}</h1>
<p class="lead">${escape(lead)}</p>
<p class="actions"><button type="button" class="first">${escape(texts.first)}</button>
<a href="${escape(document)}">${escape(texts.document)}</a></p>
</div>
<div id="docs" data-document="${escape(document)}"><noscript>${escape(texts.script)}</noscript></div>
</main>
<script type="application/json" id="translation">${data(page.translation)}</script>
<script defer src="${files}/swagger-ui-bundle.js"></script>
<script type="module" src="${files}/page.js"></script>`;
}

function filesOf({ up, version }: DocsPage): string {
  return `${up}docs/${version}`;
}

function languageLink(each: Language, { language, up }: DocsPage): string {
  const current = each === language ? ' aria-current="page"' : '';
  return `<a href="${up}${each}/docs" lang="${each}" hreflang="${each}"${current}>${escape(ownHeading(each))}</a>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** JSON that may stand in a script element: nothing in it ends the element. */
function data(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
