/**
 * Resolves one part of the document, for `fn.resolveSubtree` of Swagger UI. Its own function resolves the whole document for each
 * part, which takes seconds. The API document has references to its own components only.
 *
 * @param {object} document
 * @param {string[]} path such as `['paths', '/events', 'get']`
 */
export function resolveSubtree(document, path) {
  const resolve = (value, ancestors = []) => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, ancestors));
    if (value === null || typeof value !== 'object') return value;
    if (typeof value.$ref === 'string') {
      const names = value.$ref.slice(2).split('/');
      // A schema within itself, such as a comment with replies, is only named.
      const isCircular = ancestors.includes(value.$ref);
      const target = isCircular ? {} : resolve(find(document, names), [...ancestors, value.$ref]);
      return names[1] === 'schemas' ? { title: names[2], ...target } : target;
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member, ancestors)]));
  };
  return { spec: resolve(find(document, path)), errors: [] };
}

const find = (tree, path) => path.reduce((value, name) => value?.[name], tree);
