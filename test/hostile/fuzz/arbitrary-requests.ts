import fc from 'fast-check';
import { bodySchema } from '../../support/document/example-requests.js';
import { operationsIn, type LocatedOperation, type ServedDocument } from '../../support/document/served-document.js';
import type { RawRequest } from '../../support/requests/raw-request.js';
import { arbitraryMutation, encoded, printable, type Part } from './mutations.js';
import { knownId, objectOf, validValue } from './valid-values.js';

/** Callers: roles, no credentials, and an unknown token. */
export const CALLERS = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
  'anonymous',
  'unknown',
] as const;
export type Caller = (typeof CALLERS)[number];

/** A request of an operation of the document. Placeholders for ids and the caller are replaced when it is sent. */
export interface GeneratedRequest extends RawRequest {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests of any operation except the API document: valid ones with one to three changes. */
export function arbitraryRequest(document: ServedDocument): fc.Arbitrary<GeneratedRequest> {
  const operations = operationsIn(document).filter(({ path }) => !path.endsWith('/doc'));
  return fc.oneof(...operations.map((operation) => arbitraryRequestOf(document, operation)));
}

function arbitraryRequestOf(document: ServedDocument, operation: LocatedOperation): fc.Arbitrary<GeneratedRequest> {
  const choices = fc.record({
    parts: partsOf(document, operation),
    mutations: fc.array(arbitraryMutation, { minLength: 1, maxLength: 3 }),
    segment: fc.constantFrom('', '', '/ca', '/es', '/EN'),
    path: pathOf(operation),
    type: fc.constantFrom('json', 'json', 'json', 'form'),
    caller: fc.oneof({ weight: 3, arbitrary: fc.constant<Caller>('administrator') }, fc.constantFrom(...CALLERS)),
  });
  return choices.map(({ parts, mutations, segment, path, type, caller }) => {
    const mutatedParts = mutations.reduce((all, mutate) => mutate(all), parts as readonly Part[]);
    return { method: operation.method, caller, ...toRequest(`${segment}${path}`, type, mutatedParts, operation) };
  });
}

/** Paths of known records, sometimes with an unknown or invalid id or slug. */
function pathOf({ path, method }: LocatedOperation): fc.Arbitrary<string> {
  const [, , namespace, , kind = ''] = path.split('/');
  // Accounts of the callers must not change: write only to accounts created for this purpose.
  const isAccount = namespace === 'admin' && method !== 'GET';
  const invalidIds = fc.constantFrom('0', '2147483648', '99999999999999999999', '007', '-1', '1e3', '%00', '%D9%A1');
  const id = isAccount ? knownId(kind) : fc.oneof({ weight: 8, arbitrary: knownId(kind) }, invalidIds);
  const slug = fc.oneof({ weight: 5, arbitrary: knownId(`${kind}-slug`) }, fc.string({ minLength: 1 }).map(encoded));
  return fc.record({ id, slug }).map((values) => path.replace('{id}', values.id).replace('{slug}', values.slug || 'x'));
}

/** Some of the parameters, and the fields of a body. */
function partsOf(document: ServedDocument, operation: LocatedOperation): fc.Arbitrary<Part[]> {
  const { parameters = [], requestBody } = operation;
  const declared = parameters.filter((parameter) => parameter.in !== 'path');
  const schema = bodySchema(document, operation);
  const chosen = fc.subarray(declared, { maxLength: Math.min(declared.length, 4) }).chain((selectedParameters) => {
    const parts = selectedParameters.map(({ name, in: location, schema: parameterSchema }) =>
      validValue(document, parameterSchema, name).map((value): Part =>
        location === 'header'
          ? { location, name, text: printable(String(value)), schema: parameterSchema }
          : { location: 'query', name, text: inQuery(value), schema: parameterSchema },
      ),
    );
    return fc.tuple(...parts);
  });
  const fields = requestBody ? objectOf(document, schema, 0) : fc.constant({});
  return fc.tuple(chosen, fields).map(([parameterParts, body]) => [
    ...parameterParts,
    ...Object.entries(body).map(([name, value]): Part => ({
      location: 'body',
      name,
      text: JSON.stringify(value),
      schema: schema.properties?.[name],
    })),
  ]);
}

/** Joins lists with commas. Placeholders are not encoded. */
function inQuery(value: unknown): string {
  const text = Array.isArray(value) ? value.join() : String(value);
  return encoded(text).replaceAll('%7B', '{').replaceAll('%7D', '}').replaceAll('%3A', ':');
}

function toRequest(
  path: string,
  type: string,
  parts: readonly Part[],
  { requestBody }: LocatedOperation,
): Pick<GeneratedRequest, 'path' | 'headers' | 'body'> {
  const partsIn = (location: Part['location']) => parts.filter((part) => part.location === location);
  const query = partsIn('query').map(({ name, text }) => `${name}=${text}`);
  const members = partsIn('body');
  const hasBody = members.length > 0 || requestBody !== undefined;
  const mediaType = type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = type === 'form' ? formOf(members) : jsonOf(members);
  return {
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: {
      ...(hasBody && { 'Content-Type': mediaType }),
      ...Object.fromEntries(partsIn('header').map(({ name, text }) => [headerName(name), text])),
    },
    ...(hasBody && { body }),
  };
}

const jsonOf = (members: readonly Part[]): string =>
  `{${members.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join()}}`;

const formOf = (members: readonly Part[]): string =>
  members.map(({ name, text }) => `${name}=${encoded(text.replace(/^"(.*)"$/, '$1'))}`).join('&');

/** Removes characters that a header name must not contain. A part that was moved to the headers can have any name. */
const headerName = (name: string): string => name.replace(/[^\w-]/g, '') || 'X-None';
