/**
 * Has Swagger UI resolve the part of the document that is shown. It goes through the whole of it each time an operation is
 * opened, which takes seconds.
 *
 * @param resolve what resolves what is at a path of a document
 */
export const resolvePart = (resolve) => (document, path, options) => resolve(partFor(document, path), path, options);

/**
 * A document with what is at a path of it, what that refers to, and what holds for all operations.
 *
 * @param {object} document whose references are all to its own components
 * @param {string[]} path of a member, as `['paths', '/events', 'get']`
 */
export function partFor(document, path) {
  if (path.length === 0) return document;
  const { paths: _paths, components: _components, tags: _tags, ...part } = document;
  copyReferenced(document, path, part);
  return part;
}

/** Puts what is at a path of the document in its part, unless it is there, and what that refers to. */
function copyReferenced(document, path, part) {
  let [from, to] = [document, part];
  for (const [depth, name] of path.entries()) {
    const whole = from[name];
    if (whole === undefined) return;
    if (!Object.hasOwn(to, name)) {
      const isLast = depth === path.length - 1;
      to[name] = isLast ? whole : path[0] === 'paths' && depth === 1 ? sharedPathMembers(whole) : {};
      for (const reference of references(to[name])) copyReferenced(document, reference, part);
    }
    [from, to] = [whole, to[name]];
  }
}

const OPERATIONS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** What a path says of all its operations. */
const sharedPathMembers = (item) => Object.fromEntries(Object.entries(item).filter(([name]) => !OPERATIONS.has(name)));

/** Paths of what is referred to, also by discriminators. */
function* references(value) {
  if (typeof value === 'string' && value.startsWith('#/components/')) yield component(value);
  else if (value && typeof value === 'object') for (const member of Object.values(value)) yield* references(member);
}

/** The path of a component, whole, though only a part of it is referred to: names are escaped by RFC 6901, section 4, and RFC 3986. */
const component = (reference) =>
  reference
    .slice(2)
    .split('/', 3)
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
