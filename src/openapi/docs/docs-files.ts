import { createHash, hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { staticFile, type StaticFile } from '../../http/request/static-file.js';

/** Folder of the Swagger UI plugin, its labels and the theme. */
const PAGE_DIR = join(import.meta.dirname, 'page');
const SWAGGER_UI_DIR = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => join(SWAGGER_UI_DIR, name));

/** Files of Swagger UI that the build has compressed at a high level, by the hash of their content. */
const COMPRESSED_DIR = join(import.meta.dirname, 'compressed');

/** Files of the documentation page in each content coding, read on the first request. */
@Injectable()
export class DocsFiles {
  private loaded: ReturnType<typeof readFiles> | undefined;

  /** The files by name, and a hash of all. URLs of files contain it, so that clients can cache them for a year. */
  load(): ReturnType<typeof readFiles> {
    return (this.loaded ??= readFiles());
  }
}

function readFiles() {
  const paths = [...readdirSync(PAGE_DIR).map((name) => join(PAGE_DIR, name)), ...SWAGGER_UI_FILES].toSorted();
  const files = new Map(paths.map((path) => [basename(path), loadPageFile(path)]));
  const digest = createHash('sha256');
  for (const { identity } of files.values()) digest.update(identity);
  return { version: digest.digest('hex').slice(0, 12), files };
}

function loadPageFile(path: string): StaticFile {
  const identity = readFileSync(path);
  const compressed = join(COMPRESSED_DIR, `${hash('sha256', identity)}.br`);
  return existsSync(compressed) ? staticFile(identity, readFileSync(compressed)) : staticFile(identity);
}
