import type { ComponentChildren, VNode } from 'preact';
import { capitalizedNativeName, LANGUAGES, type Language } from '../../kernel/language/languages.js';
import { LOCALES } from '../dates.js';
import { NO_FILTERS, type Props } from '../page-context.js';

/** Metadata of a page, for its `<head>`. */
export interface PageHead {
  /** Title without the name of the site. Not given: the name alone. */
  readonly title?: string;
  readonly description?: string | undefined;
  /** Absolute path of the canonical page, without paging. Default: the page without its query. */
  readonly canonical?: string;
  /** Absolute paths of the translations. Default: the same page in every language, with its filters. */
  readonly translations?: Partial<Readonly<Record<Language, string>>>;
  /** Absolute URL of an image for previews. */
  readonly image?: string | undefined;
  /** JSON-LD document, in which `<`, `>` and `&` are escaped. */
  readonly jsonLd?: string;
  /** Addresses of the same events as feeds. */
  readonly feeds?: { readonly calendar: string; readonly atom: string };
}

type HeadProps = Props<{ head: PageHead }>;

/** A complete page: head, header, content and footer. */
export const Document = ({ page, head, children }: HeadProps & { children: ComponentChildren }): VNode => (
  <html lang={page.language} class={page.embedTheme && 'is-embed'} data-theme={page.embedTheme}>
    <Head page={page} head={head} />
    <body>
      {!page.embedTheme && <SiteHeader page={page} head={head} />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {!page.embedTheme && (
        <footer class="site-footer">
          <p>
            <span>{page.siteName}</span>
            <span>{page.text('times_are_local')}</span>
          </p>
        </footer>
      )}
    </body>
  </html>
);

function Head({ page, head }: HeadProps): VNode {
  const { siteName, fileUrl } = page;
  const { logo, icon, style, customStyle, script } = page.site.files;
  const { title, description, canonical = page.url(page.view, NO_FILTERS), feeds, jsonLd } = head;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title === undefined ? siteName : `${title} · ${siteName}`}</title>
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href={fileUrl(logo ?? icon)} />
      <link rel="stylesheet" href={fileUrl(style)} />
      {customStyle && <link rel="stylesheet" href={fileUrl(customStyle)} />}
      <script type="module" src={fileUrl(script)} />
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={page.absoluteUrl(canonical)} />
      {!page.embedTheme && <SocialPreview page={page} head={{ ...head, canonical }} />}
      {feeds && <link rel="alternate" type="text/calendar" href={feeds.calendar} />}
      {feeds && <link rel="alternate" type="application/atom+xml" href={feeds.atom} />}
      {jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />}
    </head>
  );
}

const localeOf = (language: Language): string => LOCALES[language].replace('-', '_');

/** Languages of the page, and Open Graph. @see https://ogp.me/ */
function SocialPreview({ page, head }: HeadProps): VNode {
  const { siteName, language, absoluteUrl } = page;
  const { title = siteName, description, canonical = '', image } = head;
  const pathIn = (each: Language) =>
    head.translations ? head.translations[each] : page.url(page.view, page.filters, each);
  const alternates = LANGUAGES.flatMap((each) => {
    const path = pathIn(each);
    return path === undefined ? [] : [{ hreflang: each, href: absoluteUrl(path) }];
  });
  const defaultPath = pathIn(page.site.configuration.DEFAULT_LANGUAGE) ?? canonical;
  return (
    <>
      {alternates.map((alternate) => (
        <link rel="alternate" {...alternate} />
      ))}
      <link rel="alternate" hreflang="x-default" href={absoluteUrl(defaultPath)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={absoluteUrl(canonical)} />
      {image && <meta property="og:image" content={image} />}
      <meta property="og:locale" content={localeOf(language)} />
      {alternates.map(
        ({ hreflang }) => hreflang !== language && <meta property="og:locale:alternate" content={localeOf(hreflang)} />,
      )}
    </>
  );
}

const SiteHeader = ({ page, head }: HeadProps): VNode => (
  <>
    <a class="skip-link" href="#content">
      {page.text('skip')}
    </a>
    <header class="site-header">
      <a class="site-name" href={page.url('', NO_FILTERS)}>
        {page.site.files.logo && <img src={page.fileUrl(page.site.files.logo)} alt="" />}
        <span>{page.siteName}</span>
      </a>
      <nav class="views" aria-label={page.text('views')}>
        <ul>
          {['', 'month', 'week', 'day', 'map'].map((view) => (
            <li>
              <a href={page.url(view && `/${view}`)} aria-current={view === page.section ? 'page' : undefined}>
                {page.text(`view.${view || 'list'}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Languages page={page} head={head} />
    </header>
  </>
);

const Languages = ({ page, head }: HeadProps): VNode => (
  <nav class="languages" aria-label={page.text('languages')}>
    <ul>
      {LANGUAGES.map((language) => (
        <li>
          <a
            href={head.translations?.[language] ?? page.url(page.view, page.filters, language)}
            lang={language}
            hreflang={language}
            aria-current={language === page.language ? 'true' : undefined}
          >
            <abbr title={capitalizedNativeName(language)}>{language.toUpperCase()}</abbr>
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
