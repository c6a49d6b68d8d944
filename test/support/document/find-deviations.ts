import type { ErrorObject } from 'ajv/dist/2020.js';
import type { OutgoingHttpHeaders } from 'node:http';
import type { DocumentedResponse, DocumentedHeader } from './documented-operations.js';
import type { CompiledDocument } from './compiled-document.js';

/** A response as sent, after decoding its `Content-Encoding`. */
export interface ObservedResponse {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: OutgoingHttpHeaders;
  /** `undefined` if the method or status has no body. */
  readonly body: Buffer | undefined;
  /** Whether `fields` selects members, so that the body is incomplete. */
  readonly isPartial?: boolean;
}

/** A difference. Equal problems have equal texts. `example` is a value that shows the problem. */
export interface Deviation {
  readonly problem: string;
  readonly example?: string | undefined;
}

/** Differences between a response and its documentation. An invalid schema counts as a difference of every response. */
export function findDeviations(
  document: CompiledDocument,
  documented: DocumentedResponse,
  observed: ObservedResponse,
): Deviation[] {
  try {
    const headers = [...documented.headers].flatMap(([name, header]) =>
      headerDeviations(document, name, header, observed.headers[name]),
    );
    const undocumented = undocumentedHeaders(new Set(documented.headers.keys()), observed.headers);
    return [...headers, ...undocumented, ...bodyDeviations(document, documented, observed)];
  } catch (error) {
    return [{ problem: `cannot be compared: ${String(error)}` }];
  }
}

function headerDeviations(
  document: CompiledDocument,
  name: string,
  { required = false, schema = {} }: DocumentedHeader,
  value: OutgoingHttpHeaders[string],
): Deviation[] {
  if (value === undefined) return required ? [{ problem: `lacks the header ${name}` }] : [];
  const text = String(value);
  const isNumber = ['integer', 'number'].includes(String(schema.type)) && /^-?\d+(\.\d+)?$/.test(text);
  const errors = document.errorsOf(schema, isNumber ? Number(text) : text);
  return errors.map((error) => ({ ...toDeviation(error), problem: `header ${name} ${error.message}` }));
}

function bodyDeviations(
  document: CompiledDocument,
  { bodies }: DocumentedResponse,
  observed: ObservedResponse,
): Deviation[] {
  if (observed.status === 204 || observed.status === 304) return [];
  const [type = ''] = (observed.headers['content-type'] ?? '').split(';');
  const schema = bodies.get(type);
  if (!schema)
    return bodies.size === 0 && !observed.body?.length ? [] : [{ problem: `media type ${type || '(none)'}` }];
  if (!observed.body) return [];
  const value = type.endsWith('json') ? parseJson(observed.body) : observed.body.toString();
  if (value === undefined) return [{ problem: 'is no JSON' }];
  if (observed.isPartial && observed.status < 400) return [];
  return mostSpecificErrors(document.errorsOf(schema, value)).map(toDeviation);
}

/** Keywords that fail together with a more specific error. */
const CONTAINER_KEYWORDS = new Set(['anyOf', 'oneOf', 'type', 'unevaluatedProperties']);

function mostSpecificErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  return errors.filter(
    (error) =>
      !CONTAINER_KEYWORDS.has(error.keyword) || !errors.some((cause) => cause !== error && isExplainedBy(cause, error)),
  );
}

/** Ajv reports members as unevaluated if another part of their object is wrong. */
function isExplainedBy(cause: ErrorObject, { keyword, instancePath }: ErrorObject): boolean {
  if (cause.instancePath.startsWith(`${instancePath}/`)) return true;
  const isSameObject = cause.instancePath === instancePath && !CONTAINER_KEYWORDS.has(cause.keyword);
  return isSameObject && keyword !== 'type';
}

function toDeviation({ keyword, instancePath, params, message, data }: ErrorObject): Deviation {
  const location = instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'body';
  const { unevaluatedProperty } = params as { unevaluatedProperty?: string };
  if (unevaluatedProperty !== undefined)
    return { problem: `${location} has "${unevaluatedProperty}", which is not documented` };
  const isValueUseful = ['enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'type'].includes(keyword);
  return { problem: `${location} ${message}`, example: isValueUseful ? excerptOf(data) : undefined };
}

const excerptOf = (value: unknown): string => JSON.stringify(value).slice(0, 60);

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Headers that responses may have without documentation: those of HTTP, security and rate limits. */
const UNDOCUMENTED_HEADERS = new Set([
  'allow',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'ratelimit',
  'ratelimit-policy',
  'referrer-policy',
  'vary',
  'x-content-type-options',
  'x-frame-options',
]);

/** Headers of the connection and of CORS. */
const CONNECTION_HEADERS = /^(connection|keep-alive|transfer-encoding|access-control-.*)$/;

/**
 * Headers that are not documented, and headers that scripts of other origins cannot read.
 * @param documented names in lower case
 */
function undocumentedHeaders(documented: ReadonlySet<string>, headers: OutgoingHttpHeaders): Deviation[] {
  const names = Object.keys(headers).filter((name) => !CONNECTION_HEADERS.test(name));
  const exposed = [headers['access-control-expose-headers'] ?? ''].join().toLowerCase();
  const isHidden = (name: string) => exposed !== '' && !exposed.split(/, ?/).includes(name);
  return [
    ...names
      .filter((name) => !documented.has(name) && !UNDOCUMENTED_HEADERS.has(name))
      .map((name) => ({ problem: `has the header ${name}, which is not documented` })),
    ...names.filter(isHidden).map((name) => ({ problem: `has the header ${name}, which is not exposed` })),
  ];
}
