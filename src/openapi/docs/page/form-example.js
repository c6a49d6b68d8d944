const FORM = ['content', 'application/x-www-form-urlencoded'];
const known = new WeakMap();

/**
 * A body whose form is filled with the document's own example, first what the example has. Swagger UI would fill each field
 * by itself, also those that exclude each other.
 *
 * @param requestBody Immutable map, of which there is one as long as the document stays
 */
export function formExample(requestBody) {
  if (!requestBody?.hasIn([...FORM, 'schema', 'properties'])) return requestBody;
  if (!known.has(requestBody)) known.set(requestBody, filled(requestBody));
  return known.get(requestBody);
}

function filled(requestBody) {
  const example = requestBody
    .getIn([...FORM, 'examples'])
    ?.first()
    ?.get('value');
  if (!example) return requestBody;
  const order = [...example.keys()];
  const place = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return requestBody.updateIn([...FORM, 'schema', 'properties'], (properties) =>
    properties.map((schema, name) => field(schema, example.get(name))).sortBy((_schema, name) => place(name)),
  );
}

/** What a form can hold of a field: there is no null in it, what may be of several types is text, and the rest is empty. */
function field(schema, value) {
  const types = [schema.get('type')].flatMap((each) => each?.toJS?.() ?? each).filter((each) => each !== 'null');
  const type = schema.has('anyOf') || types.length !== 1 ? 'string' : types[0];
  const values = schema.get('enum')?.filter((each) => each !== null);
  const base = schema.delete('anyOf').delete('examples').delete('default');
  const typed = base.set('type', type).set('example', value ?? (type === 'array' ? [] : ''));
  return values ? typed.set('enum', values) : typed;
}
