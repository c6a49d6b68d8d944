import type { ComponentChildren, VNode } from 'preact';
import { capitalizedNativeName, LANGUAGES, type Language } from '../../kernel/language/languages.js';
import { absoluteUrl, type Props } from '../page-context.js';
import type { PeriodView } from '../page-urls.js';

/** What the head of a page says about it. */
export interface PageHead {
  /** Title without the name of the site. Not given: the name alone. */
  readonly title?: string;
  readonly description?: string | undefined;
  /** Absolute path of the canonical page, without paging. Default: the path of the page. */
  readonly canonical?: string;
  /** Absolute paths of the translations. Default: the same page in every language. */
  readonly translations?: Partial<Readonly<Record<Language, string>>>;
  /** Absolute URL of an image for previews. */
  readonly image?: string | undefined;
  /** JSON-LD documents, in which `<`, `>` and `&` are escaped. */
  readonly jsonLd?: readonly string[];
  /** Addresses of the same events as feeds. */
  readonly feeds?: { readonly calendar: string; readonly atom: string };
}

type HeadProps = Props<{ head: PageHead }>;
/** @param view the current view of events */
type DocumentProps = HeadProps & { view?: 'list' | 'map' | PeriodView; children: ComponentChildren };

/** A complete page: head, header, content and footer. */
export const Document = ({ page, head, view, children }: DocumentProps): VNode => (
  <html lang={page.language} class={page.embed && 'is-embed'} data-theme={page.embed?.theme}>
    <Head page={page} head={head} />
    <body>
      {!page.embed && <SiteHeader page={page} head={head} view={view} />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {!page.embed && (
        <footer class="site-footer">
          <p>
            <span>{page.site.name}</span>
            <span>{page.text('times_are_local')}</span>
          </p>
        </footer>
      )}
    </body>
  </html>
);

function Head({ page, head }: HeadProps): VNode {
  const { site, urls } = page;
  const title = head.title === undefined ? site.name : `${head.title} · ${site.name}`;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href={urls.file((site.files.logo ?? site.files.icon).name)} />
      <link rel="stylesheet" href={urls.file(site.files.style.name)} />
      {site.files.customStyle && <link rel="stylesheet" href={urls.file(site.files.customStyle.name)} />}
      <script type="module" src={urls.file(site.files.script.name)} />
      {head.description && <meta name="description" content={head.description} />}
      <link rel="canonical" href={absoluteUrl(page, head.canonical ?? page.path)} />
      <SocialPreview page={page} head={head} />
      {head.feeds && <link rel="alternate" type="text/calendar" href={head.feeds.calendar} />}
      {head.feeds && <link rel="alternate" type="application/atom+xml" href={head.feeds.atom} />}
      {head.jsonLd?.map((json) => (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
      ))}
    </head>
  );
}

/** Languages of the page, and Open Graph. Embeds are not shared. @see https://ogp.me/ */
function SocialPreview({ page, head }: HeadProps): VNode | null {
  if (page.embed) return null;
  const { title = page.site.name, description, translations = page.translations, canonical = page.path, image } = head;
  const others = LANGUAGES.filter((language) => language !== page.language && translations[language]);
  const absolute = (path: string) => absoluteUrl(page, path);
  const defaultPage = translations[page.site.configuration.DEFAULT_LANGUAGE] ?? canonical;
  return (
    <>
      {LANGUAGES.map(
        (language) =>
          translations[language] && (
            <link rel="alternate" hreflang={language} href={absolute(translations[language])} />
          ),
      )}
      <link rel="alternate" hreflang="x-default" href={absolute(defaultPage)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={page.site.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={absolute(canonical)} />
      {image && <meta property="og:image" content={image} />}
      <meta property="og:locale" content={page.language} />
      {others.map((language) => (
        <meta property="og:locale:alternate" content={language} />
      ))}
    </>
  );
}

type View = DocumentProps['view'];

const SiteHeader = ({ page, head, view }: HeadProps & { view: View }): VNode => (
  <>
    <a class="skip-link" href="#content">
      {page.text('skip')}
    </a>
    <header class="site-header">
      <a class="site-name" href={page.urls.list(new URLSearchParams())}>
        {page.site.files.logo && <img src={page.urls.file(page.site.files.logo.name)} alt="" />}
        <span>{page.site.name}</span>
      </a>
      <Views page={page} view={view} />
      <Languages page={page} head={head} />
    </header>
  </>
);

function Views({ page, view }: Props<{ view: View }>): VNode {
  const { urls, text } = page;
  const views = [
    ['list', urls.list()],
    ['month', urls.period('month')],
    ['week', urls.period('week')],
    ['day', urls.period('day')],
    ['map', urls.map()],
  ] as const;
  return (
    <nav class="views" aria-label={text('views')}>
      <ul>
        {views.map(([name, url]) => (
          <li>
            <a href={url} aria-current={name === view ? 'page' : undefined}>
              {text(`view.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const Languages = ({ page, head }: HeadProps): VNode => (
  <nav class="languages" aria-label={page.text('languages')}>
    <ul>
      {LANGUAGES.map((language) => (
        <li>
          <a
            href={head.translations?.[language] ?? page.translations[language]}
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
