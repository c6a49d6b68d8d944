import { Controller, Get, Param, Req, Res, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SkipRateLimit } from '../http/limits/rate-limit.guard.js';
import { requestStateOf } from '../http/request/request-state.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { ApiError } from '../kernel/errors/api-error.js';
import { EmbedGuard } from './page.guards.js';
import { PageFiles } from './page-files.js';

/** Style sheets, scripts and logo of the pages. */
@SkipRateLimit(true)
@ApiExcludeController()
@Controller(PAGES_PATH)
export class PageFilesController {
  constructor(private readonly files: PageFiles) {}

  @Public()
  @Get('files/:file')
  file(
    @Param('file') name: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): StreamableFile {
    const file = this.files.find(name);
    if (!file) throw new ApiError('no_route');
    const coding = (['br', 'gzip'] as const).find((each) => file[each] && request.acceptsEncodings(each));
    const content = (coding && file[coding]) ?? file.identity;
    if (coding) response.set('Content-Encoding', coding);
    response.set('Cache-Control', 'public, max-age=31536000, immutable');
    response.vary('Accept-Encoding');
    response.type(name);
    return new StreamableFile(content, { length: content.length });
  }

  /** Loaded by modules of other sites, hence with CORS, whatever `CORS_ORIGINS` allows for data. */
  @Public()
  @UseGuards(EmbedGuard)
  @Get('embed.js')
  embedScript(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    if (requestStateOf(request).languageSegment) throw new ApiError('no_route');
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      Vary: 'Accept-Encoding',
    });
    return this.files.embedScript;
  }
}
