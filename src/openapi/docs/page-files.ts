import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';

/** Folder of the Swagger UI plugin, its labels and the theme. */
const PAGE_DIR = join(import.meta.dirname, 'page');
const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface PageFile {
  readonly type: string;
  readonly content: Buffer;
  readonly gzipped: Buffer;
}

interface LoadedFiles {
  readonly version: string;
  readonly files: ReadonlyMap<string, PageFile>;
}

/** Files of the documentation page, read on the first request. */
@Injectable()
export class PageFiles {
  private loaded: LoadedFiles | undefined;

  /** Hash of all files. Their URLs contain it, so that clients can cache them without a time limit. */
  get version(): string {
    return this.load().version;
  }

  find(name: string): PageFile | undefined {
    return this.load().files.get(name);
  }

  private load(): LoadedFiles {
    return (this.loaded ??= readFiles());
  }
}

function readFiles(): LoadedFiles {
  const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const files = new Map([
    ...readdirSync(PAGE_DIR)
      .toSorted()
      .map((name) => [name, loadPageFile(PAGE_DIR, name)] as const),
    ...SWAGGER_UI_FILES.map((name) => [name, loadPageFile(swaggerUi, name)] as const),
  ]);
  const digest = createHash('sha256');
  for (const { content } of files.values()) digest.update(content);
  return { version: digest.digest('hex').slice(0, 12), files };
}

function loadPageFile(folder: string, name: string): PageFile {
  const content = readFileSync(join(folder, name));
  return { type: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream', content, gzipped: gzipSync(content) };
}
