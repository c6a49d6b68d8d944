/**
 * Resolves one part of the document, for `fn.resolveSubtree` of Swagger UI. Its own function resolves the whole document for each
 * part, which takes seconds. The API document has references to its own components only, none of them circular.
 *
 * @param {object} document
 * @param {string[]} path such as `['paths', '/events', 'get']`
 */
export function resolveSubtree(document, path) {
  const resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== 'object') return value;
    if (typeof value.$ref === 'string') {
      const names = value.$ref.slice(2).split('/');
      const target = resolve(find(document, names));
      return names[1] === 'schemas' ? { title: names[2], ...target } : target;
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)]));
  };
  return { spec: resolve(find(document, path)), errors: [] };
}

const find = (tree, path) => path.reduce((value, name) => value?.[name], tree);
