import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SkipRateLimit } from '../http/limits/rate-limit.guard.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { ApiError } from '../kernel/errors/api-error.js';

const FOLDER = join(import.meta.dirname, 'data', 'pictures');

/** The pictures of the demo, below `/demo/pictures` whatever `REST_ROOT` is. Pages of other sites may show them. */
@SkipRateLimit(true)
@ApiExcludeController()
@Controller('demo/pictures')
export class DemoPicturesController {
  private readonly files: ReadonlySet<string> = new Set(readdirSync(FOLDER));

  @Public()
  @Get(':file')
  @Header('Cache-Control', 'public, max-age=86400')
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  async file(@Param('file') name: string): Promise<StreamableFile> {
    if (!this.files.has(name)) throw new ApiError('no_route');
    const picture = await readFile(join(FOLDER, name));
    return new StreamableFile(picture, { type: 'image/webp', length: picture.length });
  }
}
