import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { Controller, Get, Inject, Injectable, Param, Req, Res, UseGuards, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SkipRateLimit } from '../http/limits/rate-limit.guard.js';
import { requestStateOf } from '../http/request/request-state.js';
import { IMMUTABLE, sendStaticFile, staticFile, type StaticFile } from '../http/request/static-file.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { PAGES_PATH } from '../kernel/context/namespace.js';
import { ApiError } from '../kernel/errors/api-error.js';
import { EmbedGuard } from './page.guards.js';

const FILES_DIR = join(import.meta.dirname, 'files');

interface PageFile extends StaticFile {
  /** Name with a digest of the content, such as `pages.1f0a2b3c4d5e.css`. */
  readonly name: string;
}

/** Style sheets, scripts and logo of the pages, in each content coding. Names have a digest, so that caches can keep the files. */
@Injectable()
export class PageFiles {
  readonly style = loadFile(join(FILES_DIR, 'pages.css'));
  readonly script = loadFile(join(FILES_DIR, 'pages.js'));
  /** The icon of the site, unless there is a logo. */
  readonly icon = loadFile(join(FILES_DIR, 'icon.svg'));
  /** Script that defines `<calendar-events>` for pages that embed the agenda. */
  readonly embedScript: string;
  /** Leaflet, if `MAP_TILES` is set. */
  readonly leaflet: { readonly script: PageFile; readonly style: PageFile } | undefined;
  /** `PAGES_CSS`. */
  readonly customStyle: PageFile | undefined;
  /** `PAGES_LOGO`. */
  readonly logo: PageFile | undefined;
  /** Files by name with digest. */
  readonly byName: ReadonlyMap<string, PageFile>;

  constructor(@Inject(CONFIGURATION_TOKEN) { PAGES_ROOT, PAGES_CSS, PAGES_LOGO, MAP_TILES }: Configuration) {
    const embedScript = readFileSync(join(FILES_DIR, 'embed.js'), 'utf8');
    this.embedScript = embedScript.replace("'/agenda'", JSON.stringify(PAGES_ROOT));
    this.leaflet = MAP_TILES === undefined ? undefined : loadLeaflet();
    this.customStyle = PAGES_CSS === undefined ? undefined : loadFile(PAGES_CSS);
    this.logo = PAGES_LOGO === undefined ? undefined : loadFile(PAGES_LOGO);
    const { style, script, icon, leaflet, customStyle, logo } = this;
    const files = [style, script, icon, leaflet?.script, leaflet?.style, customStyle, logo];
    this.byName = new Map(files.flatMap((file) => (file ? [[file.name, file]] : [])));
  }
}

function loadLeaflet() {
  const directory = dirname(createRequire(import.meta.url).resolve('leaflet/package.json'));
  return { script: loadFile(join(directory, 'dist/leaflet.js')), style: loadFile(join(directory, 'dist/leaflet.css')) };
}

function loadFile(path: string): PageFile {
  const identity = readFileSync(path);
  const extension = extname(path);
  const digest = hash('sha256', identity).slice(0, 12);
  const name = `${basename(path, extension).replace(/[^\w-]/g, '-')}.${digest}${extension.toLowerCase()}`;
  return { name, ...staticFile(identity) };
}

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
    const file = this.files.byName.get(name);
    if (!file) throw new ApiError('no_route');
    response.set('Cache-Control', IMMUTABLE);
    return sendStaticFile(request, response, name, file);
  }

  /** Other sites load this module, which requires CORS. `CORS_ORIGINS` is about data and does not apply. */
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
