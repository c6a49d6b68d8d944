import type { ErrorObject } from 'ajv/dist/2020.js';
import type { OutgoingHttpHeaders } from 'node:http';
import type { DocumentedResponse, DocumentedHeader } from './documented-operations.js';
import type { CompiledDocument } from './compiled-document.js';
import { findHeaderDeviations } from './find-header-deviations.js';

/** An answer as it went over the wire, `Content-Encoding` undone. */
export interface ObservedResponse {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: OutgoingHttpHeaders;
  /** None where the method or the status has none. */
  readonly body: Buffer | undefined;
  /** Whether the request selects some members by `fields`, so that the body is no complete view. */
  readonly isPartial?: boolean;
}

/** What is wrong with an answer: always the same words for the same fault, and the value in which it was seen. */
export interface Deviation {
  readonly problem: string;
  readonly example?: string | undefined;
}

/** Where an answer is not what its document says; a schema that cannot be read is a fault of every answer. */
export function findDeviations(
  document: CompiledDocument,
  documented: DocumentedResponse,
  observed: ObservedResponse,
): Deviation[] {
  try {
    const headers = [...documented.headers].flatMap(([name, header]) =>
      headerDeviations(document, name, header, observed.headers[name]),
    );
    const unknown = findHeaderDeviations(new Set(documented.headers.keys()), observed.headers);
    return [...headers, ...unknown, ...bodyDeviations(document, documented, observed)];
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

/** Keywords that fail for what stands deeper, too: that is told by itself, and enough. */
const CONTAINER_KEYWORDS = new Set(['anyOf', 'oneOf', 'type', 'unevaluatedProperties']);

function mostSpecificErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  return errors.filter(
    (error) =>
      !CONTAINER_KEYWORDS.has(error.keyword) || !errors.some((other) => other !== error && isExplainedBy(other, error)),
  );
}

/** A member counts as described only where the rest of its object is right. */
function isExplainedBy(other: ErrorObject, { keyword, instancePath }: ErrorObject): boolean {
  if (other.instancePath.startsWith(`${instancePath}/`)) return true;
  const isOfObject = other.instancePath === instancePath && !CONTAINER_KEYWORDS.has(other.keyword);
  return isOfObject && keyword !== 'type';
}

function toDeviation({ keyword, instancePath, params, message, data }: ErrorObject): Deviation {
  const where = instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'body';
  const { unevaluatedProperty } = params as { unevaluatedProperty?: string };
  if (unevaluatedProperty !== undefined)
    return { problem: `${where} has "${unevaluatedProperty}", which is not documented` };
  const isTelling = ['enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'type'].includes(keyword);
  return { problem: `${where} ${message}`, example: isTelling ? excerptOf(data) : undefined };
}

/** Enough of a value to know it by. */
const excerptOf = (value: unknown): string => JSON.stringify(value).slice(0, 60);

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
