/**
 * The extension of the file that an address names, in lower case: what follows the last point of its path. A number,
 * as in `/v1.2`, is none.
 * @example
 * fileExtensionOf(new URL('https://agenda.example/Poster.JPG?size=2')); // 'jpg'
 */
export function fileExtensionOf({ pathname }: URL): string | null {
  const [, extension] = /\.(?!\d+$)([a-z0-9]{1,10})$/i.exec(pathname) ?? [];
  return extension?.toLowerCase() ?? null;
}
