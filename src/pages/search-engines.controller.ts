import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Context, Fields } from '../http/params/handler-arguments.decorators.js';
import { TextResponse } from '../http/request/text-response.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { Cached } from '../http/routes/response-storage.decorators.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { rootUrlOf, type RequestContext } from '../kernel/context/request-context.js';
import { SitemapQuery } from './sitemap-parts.js';
import { Sitemaps } from './sitemaps.js';

/** Files for search engines, at the root of the service. */
@ApiExcludeController()
@Controller()
export class SearchEnginesController {
  constructor(
    private readonly sitemaps: Sitemaps,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** @see https://www.rfc-editor.org/rfc/rfc9309 */
  @Public()
  @Get('robots.txt')
  robots(@Context() context: RequestContext): TextResponse {
    const sitemap = `${rootUrlOf(context, this.configuration)}/sitemap.xml`;
    const rule = this.configuration.PAGES_INDEX ? 'Disallow:' : 'Disallow: /';
    const text = `User-agent: *\n${rule}\n\nSitemap: ${sitemap}\n`;
    return new TextResponse(text, { 'Content-Type': 'text/plain; charset=utf-8' });
  }

  @Public()
  @Cached()
  @Get('sitemap.xml')
  sitemap(@Context() context: RequestContext): Promise<TextResponse> {
    return this.sitemaps.index(context);
  }

  @Public()
  @Cached()
  @Get('sitemap-:part.xml')
  sitemapPart(
    @Context() context: RequestContext,
    @Param('part') part: string,
    @Fields() query: SitemapQuery,
  ): Promise<TextResponse> {
    return this.sitemaps.part(context, part, query);
  }
}
