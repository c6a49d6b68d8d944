import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';

const FILES_DIR = join(import.meta.dirname, 'files');
const COMPRESSIBLE_EXTENSIONS = new Set(['.css', '.js', '.svg']);

interface PageFile {
  /** Name with a digest of the content, such as `pages.1f0a2b3c4d5e.css`. */
  readonly name: string;
  readonly identity: Buffer;
  readonly gzip?: Buffer;
  readonly br?: Buffer;
}

/** Style sheets, scripts and logo of the pages, in each content coding. URLs have a digest, so that clients cache them without a time limit. */
@Injectable()
export class PageFiles {
  readonly style = loadFile(join(FILES_DIR, 'pages.css'));
  readonly script = loadFile(join(FILES_DIR, 'pages.js'));
  /** The icon of the site, unless there is a logo. */
  readonly icon = loadFile(join(FILES_DIR, 'icon.svg'));
  /** The element for pages that embed the agenda. */
  readonly embedScript: string;
  /** Leaflet, if there are tiles. */
  readonly leaflet: { readonly script: PageFile; readonly style: PageFile } | undefined;
  /** `PAGES_CSS`. */
  readonly customStyle: PageFile | undefined;
  /** `PAGES_LOGO`. */
  readonly logo: PageFile | undefined;
  private readonly byName: ReadonlyMap<string, PageFile>;

  constructor(@Inject(CONFIGURATION_TOKEN) { PAGES_ROOT, PAGES_CSS, PAGES_LOGO, MAP_TILES }: Configuration) {
    const embedScript = readFileSync(join(FILES_DIR, 'embed.js'), 'utf8');
    this.embedScript = embedScript.replace("'/agenda'", JSON.stringify(PAGES_ROOT));
    this.leaflet = MAP_TILES === undefined ? undefined : loadLeaflet();
    this.customStyle = PAGES_CSS === undefined ? undefined : loadFile(PAGES_CSS);
    this.logo = PAGES_LOGO === undefined ? undefined : loadFile(PAGES_LOGO);
    const { leaflet } = this;
    const all = [this.style, this.script, this.icon, this.customStyle, this.logo, leaflet?.script, leaflet?.style];
    const files = all.filter((file) => file !== undefined);
    this.byName = new Map(files.map((file) => [file.name, file]));
  }

  /** A file by its name with digest. */
  find(name: string): PageFile | undefined {
    return this.byName.get(name);
  }
}

function loadLeaflet() {
  const directory = dirname(createRequire(import.meta.url).resolve('leaflet/package.json'));
  return { script: loadFile(join(directory, 'dist/leaflet.js')), style: loadFile(join(directory, 'dist/leaflet.css')) };
}

function loadFile(path: string): PageFile {
  const identity = readFileSync(path);
  const extension = extname(path).toLowerCase();
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  const name = `${basename(path, extname(path)).replace(/[^\w-]/g, '-')}.${digest}${extension}`;
  const isCompressible = COMPRESSIBLE_EXTENSIONS.has(extension);
  return isCompressible
    ? { name, identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) }
    : { name, identity };
}
