// Renders the drawings src/demo/pictures/*.svg to src/demo/data/pictures/*.webp. All of them use the palette, patterns and shapes of
// shared.svg. Needs Chromium (CHROMIUM_PATH).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';

const SOURCE = 'src/demo/pictures';
const TARGET = 'src/demo/data/pictures';
const SHARED = 'shared.svg';
const SIZE = { width: 1200, height: 675 };
const QUALITY = 0.74;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await renderAll(await browser.newPage());
} finally {
  await browser.close();
}

async function renderAll(page) {
  const shared = contentOf(SHARED);
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  for (const file of readdirSync(SOURCE).filter((name) => name.endsWith('.svg') && name !== SHARED)) {
    const { width, height } = SIZE;
    const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
    const webp = await page.evaluate(toWebp, {
      svg: `${start}${shared}${contentOf(file)}</svg>`,
      ...SIZE,
      quality: QUALITY,
    });
    writeFileSync(join(TARGET, `${basename(file, '.svg')}.webp`), Buffer.from(webp, 'base64'));
  }
}

/** The content of the `svg` element of a file. */
function contentOf(file) {
  const [, content] = /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(join(SOURCE, file), 'utf8')) ?? [];
  if (content === undefined) throw new Error(`${file} is no SVG file`);
  return content;
}

/** Runs in the browser. Returns the picture in base64. */
async function toWebp({ svg, width, height, quality }) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  const url = canvas.toDataURL('image/webp', quality);
  return url.slice(url.indexOf(',') + 1);
}
