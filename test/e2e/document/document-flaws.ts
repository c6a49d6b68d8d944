import { operationName } from './operation-names.js';
import { isLeaf, membersIn } from './schema-members.js';
import {
  exampleValue,
  operationsIn,
  resolveReference,
  exampleValuesOf,
  type ResponseObject,
  type MediaTypeObject,
  type LocatedOperation,
  type ServedDocument,
} from '../../support/document/served-document.js';

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'];
const PROBLEM = 'application/problem+json';
const SECURITY_SCHEMES = [{ bearer: [] }, { basic: [] }];

/** Lists the defects of an OpenAPI document. Returns an empty array if the document is complete. */
type Flaws = (document: ServedDocument) => string[];

/** Lists the failed checks of one location. */
const missingParts = (location: string, what: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(what).flatMap(([name, isThere]) => (isThere ? [] : [`${location}: ${name}`]));

const isText = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

/** Operations without a conventional operationId, texts or exactly one known tag, or with the wrong security. */
export const operationFlaws: Flaws = (document) => {
  const groups = new Set(document.tags.map(({ name }) => name));
  const operations = operationsIn(document);
  const names = operations.map(({ operationId }) => operationId);
  return operations.flatMap(({ location, method, path, operationId, summary, description, tags = [], security }) =>
    missingParts(location, {
      operationId: operationId === operationName(method, path),
      'an operationId of its own': names.filter((name) => name === operationId).length === 1,
      summary: isText(summary),
      description: isText(description),
      'one group': tags.length === 1 && tags.every((name) => groups.has(name)),
      security:
        JSON.stringify(security) ===
        JSON.stringify(isPublic(method, path) ? [{}, ...SECURITY_SCHEMES] : SECURITY_SCHEMES),
    }),
  );
};

const isPublic = (method: string, path: string) => method === 'GET' && !path.startsWith('/calendar/admin/');

/** Parameters without a description, a type or an example. */
export const parameterFlaws: Flaws = (document) =>
  operationsIn(document).flatMap(({ location, parameters = [] }) =>
    parameters.flatMap((parameter) =>
      missingParts(`${location} ${parameter.name}`, {
        description: isText(parameter.description),
        type: parameter.schema.type !== undefined,
        example: exampleValuesOf(parameter).length > 0,
        'required in paths only': (parameter.required ?? false) === (parameter.in === 'path'),
        'lists with commas': parameter.schema.type !== 'array' || isCommaList(parameter),
      }),
    ),
  );

const isCommaList = ({ style, explode }: { style?: string; explode?: boolean }) =>
  style === 'form' && explode === false;

/** Object members without a description or an example. */
export const memberFlaws: Flaws = (document) =>
  membersIn(document).flatMap(({ location, schema }) =>
    // This member only narrows `code` of the Problem schema, which has the description.
    location.endsWith(`${PROBLEM}.code`)
      ? []
      : missingParts(location, {
          description: isText(schema.description),
          example: !isLeaf(schema) || (schema.examples ?? []).length > 0,
        }),
  );

/** Request bodies that lack one of the two media types, a schema or an example. */
export const bodyFlaws: Flaws = (document) =>
  operationsIn(document).flatMap(({ location, method, requestBody }) => {
    const types = Object.keys(requestBody?.content ?? {});
    const contents = Object.values(requestBody?.content ?? {});
    return missingParts(location, {
      'media types': JSON.stringify(types) === JSON.stringify(method.startsWith('P') ? BODY_TYPES : []),
      schema: contents.every(({ schema }) => schema !== undefined),
      example: contents.every((content) => examplesOf(document, content).length > 0),
    });
  });

const examplesOf = (document: ServedDocument, { examples = {} }: MediaTypeObject) =>
  Object.entries(examples)
    .map(([name, example]) => [name, exampleValue(document, example)] as const)
    .filter(([, value]) => value !== undefined);

/** Responses without a description, schema, example or described headers, and errors without codes. */
export const responseFlaws: Flaws = (document) =>
  operationsIn(document).flatMap((operation) =>
    Object.entries(operation.responses).flatMap(([status, answer]) => {
      const place = `${operation.location} ${status}`;
      const common = missingParts(place, {
        description: isText(answer.description),
        headers: Object.values(answer.headers ?? {}).every(
          ({ $ref }) => resolveReference(document, $ref) !== undefined,
        ),
        'the header of every answer': answer.headers?.['X-Request-Id'] !== undefined,
      });
      const own = Number(status) < 300 ? successFlaws : status === '304' ? notModifiedFlaws : problemFlaws;
      return [...common, ...own(document, place, answer), ...statusFlaws(operation)];
    }),
  );

const statusFlaws = ({ location, method, path, responses }: LocatedOperation) => {
  const success = Object.keys(responses).filter((status) => Number(status) < 400);
  const expected = method === 'GET' ? '200,304' : method === 'POST' && !path.endsWith('}') ? '201' : '200';
  return missingParts(location, { 'one success, and that of conditional reads': success.join() === expected });
};

function successFlaws(document: ServedDocument, place: string, { content = {} }: ResponseObject): string[] {
  const json = content['application/json'] ?? {};
  return missingParts(place, {
    'one media type': Object.keys(content).length === 1,
    schema: json.schema?.$ref !== undefined && resolveReference(document, json.schema.$ref) !== undefined,
    example: examplesOf(document, json).length > 0,
  });
}

/** A 304 response has an ETag and no body. */
const notModifiedFlaws = (
  _document: ServedDocument,
  place: string,
  { content, headers = {} }: ResponseObject,
): string[] => missingParts(place, { 'no body': content === undefined, 'its tag': headers['ETag'] !== undefined });

function problemFlaws(
  document: ServedDocument,
  place: string,
  { content = {}, description }: ResponseObject,
): string[] {
  const problem = content[PROBLEM] ?? {};
  const codes = problem.schema?.allOf?.flatMap((part) => part.properties?.['code']?.enum ?? []) ?? [];
  const examples = examplesOf(document, problem) as [string, { code: string; status: number }][];
  return missingParts(place, {
    'one media type': Object.keys(content).length === 1,
    codes: codes.length > 0 && codes.every((code) => description?.includes(`\`${String(code)}\`: `) === true),
    'the schema of problems': problem.schema?.allOf?.[0]?.$ref === '#/components/schemas/Problem',
    'an example for each code': examples.map(([name]) => name).join() === codes.join(),
    'examples of the code': examples.every(([name, { code }]) => code === name),
    'examples of the status': examples.every(([, { status }]) => place.endsWith(` ${status}`)),
  });
}

/** Headers, security schemes, tags, servers and info without a description, and headers without an example. */
export const outlineFlaws: Flaws = (document) => {
  const { headers, securitySchemes } = document.components;
  const shownHeaders = Object.entries(headers).flatMap(([name, { schema }]) =>
    missingParts(name, { example: (schema?.examples ?? []).length > 0 }),
  );
  const described = [
    ...Object.entries({ ...headers, ...securitySchemes }),
    ...document.tags.map((tag) => [tag.name, tag] as const),
    ...document.servers.map((server) => [server.url, server] as const),
  ];
  const named = document.tags.flatMap((tag) => missingParts(tag.name, { name: isText(tag['x-displayName']) }));
  const texts = described.flatMap(([name, { description }]) =>
    missingParts(name, { description: isText(description) }),
  );
  return [
    ...texts,
    ...named,
    ...shownHeaders,
    ...missingParts('info', { description: isText(document.info.description) }),
  ];
};
