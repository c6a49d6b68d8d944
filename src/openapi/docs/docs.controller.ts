import { Controller, Get, Header, Inject, Param, Redirect, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SkipRateLimit } from '../../http/limits/rate-limit.guard.js';
import { Public } from '../../http/routes/authenticated.decorator.js';
import { prefersHtml } from '../../http/routes/select-alternate.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { relativeRootOf } from '../../http/request/relative-root.js';
import { requestStateOf } from '../../http/request/request-state.js';
import { IMMUTABLE, sendStaticFile } from '../../http/request/static-file.js';
import { Context } from '../../http/params/handler-arguments.decorators.js';
import { type RequestContext } from '../../kernel/context/request-context.js';
import { Messages } from '../../kernel/language/messages.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { ApiDocument } from '../document/api-document.js';
import { renderDocsPage } from './docs-page.js';
import { DocsFiles } from './docs-files.js';

/** Swagger UI with the theme and the plugin in `page/`, at `/docs` independently of `REST_ROOT`. */
@SkipRateLimit(true)
@ApiExcludeController()
@Controller()
export class DocsController {
  constructor(
    private readonly document: ApiDocument,
    private readonly messages: Messages,
    private readonly files: DocsFiles,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** Redirects browsers to the agenda, if its pages are served, and other clients to the documentation. */
  @Public()
  @Get()
  @Redirect()
  redirectToStart(
    @Context() { language: { requested, isExplicit } }: RequestContext,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): { url: string } {
    const { PAGES, PAGES_ROOT } = this.configuration;
    if (PAGES) response.set('Vary', `Accept, ${String(response.get('Vary'))}`);
    const root = relativeRootOf(requestStateOf(request).address?.path ?? '/');
    if (PAGES && prefersHtml(request.get('Accept')))
      return { url: `${root.replace(/^\.\//, '')}${requested}${PAGES_ROOT}` };
    return { url: `${root}${isExplicit ? `${requested}/` : ''}docs` };
  }

  @Public()
  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(@Context() context: RequestContext, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const language = context.language.requested;
    response.set('Content-Security-Policy', contentSecurityPolicy(context.baseUrl));
    return renderDocsPage({
      language,
      title: this.document.forLanguage(language).info.title,
      relativeRoot: relativeRootOf(requestStateOf(request).address?.path ?? '/'),
      restRoot: this.configuration.REST_ROOT,
      version: this.files.load().version,
      text: (key) => this.messages.translate(language, { key }),
    });
  }

  @Public()
  @Get('docs/:version/:file')
  file(
    @Param('version') version: string,
    @Param('file') name: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): StreamableFile {
    const { version: currentVersion, files } = this.files.load();
    const file = files.get(name);
    if (!file) throw new ApiError('no_route');
    // A page of another build may ask for another version of the file.
    if (version === currentVersion) response.set('Cache-Control', IMMUTABLE);
    return sendStaticFile(request, response, name, file);
  }
}

/** Allows files of this origin, and requests to it and to the public origin that the API document names. */
function contentSecurityPolicy(root: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(root).origin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
