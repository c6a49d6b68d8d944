import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Controller, Get, Header, Redirect, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../common/auth/authenticated.decorator.js';
import { ApiError } from '../common/errors/api-error.js';
import { Context, type RequestContext } from '../common/http/request-context.js';
import { ApiDocument } from './api-document.js';
import { docsPage, DOCS_SCRIPT } from './docs-page.js';

/** Files of Swagger UI that the page needs. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const CONTENT_SECURITY_POLICY = "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'";

/** Swagger UI, from the package's own files, at the root whatever the REST root is. */
@ApiExcludeController()
@Controller()
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  @Public()
  @Get()
  @Redirect()
  home(@Context() { language: { asked, named } }: RequestContext): { url: string } {
    return { url: named ? `/${asked}/docs` : '/docs' };
  }

  @Public()
  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  page(@Context() { language, root }: RequestContext): string {
    return docsPage(root, language.asked, this.document.in(language.asked).info.title);
  }

  @Public()
  @Get('docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return DOCS_SCRIPT;
  }

  @Public()
  @Get('docs/:file')
  file(@Res() response: Response): void {
    const name = FILES.find((file) => file === response.req.params['file']);
    if (!name) throw new ApiError('no_route');
    response.sendFile(name, { root: FOLDER });
  }
}
