/** Relative URL from a path to the root of the service: `./` from `/docs`, `../` from `/ca/docs`. */
export function relativeRootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}
