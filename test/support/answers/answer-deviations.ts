import type { ErrorObject } from 'ajv/dist/2020.js';
import type { OutgoingHttpHeaders } from 'node:http';
import type { DocumentedAnswer, DocumentedHeader } from './api-document.js';
import type { CompiledDocument } from './compiled-document.js';
import { unknownHeaders } from './header-deviations.js';

/** An answer as it went over the wire, `Content-Encoding` undone. */
export interface GivenAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: OutgoingHttpHeaders;
  /** None where the method or the status has none. */
  readonly body: Buffer | undefined;
}

/** What is wrong with an answer: always the same words for the same fault, and the value in which it was seen. */
export interface Deviation {
  readonly fault: string;
  readonly seen?: string | undefined;
}

/** Where an answer is not what its document says; a schema that cannot be read is a fault of every answer. */
export function deviationsOf(document: CompiledDocument, said: DocumentedAnswer, given: GivenAnswer): Deviation[] {
  try {
    const headers = [...said.headers].flatMap(([name, header]) =>
      headerDeviations(document, name, header, given.headers[name]),
    );
    const unknown = unknownHeaders(new Set(said.headers.keys()), given.headers);
    return [...headers, ...unknown, ...bodyDeviations(document, said, given)];
  } catch (error) {
    return [{ fault: `cannot be compared: ${String(error)}` }];
  }
}

function headerDeviations(
  document: CompiledDocument,
  name: string,
  { required = false, schema = {} }: DocumentedHeader,
  value: OutgoingHttpHeaders[string],
): Deviation[] {
  if (value === undefined) return required ? [{ fault: `lacks the header ${name}` }] : [];
  const text = String(value);
  const isNumber = ['integer', 'number'].includes(String(schema.type)) && /^-?\d+(\.\d+)?$/.test(text);
  const errors = document.errorsOf(schema, isNumber ? Number(text) : text);
  return errors.map((error) => ({ ...deviation(error), fault: `header ${name} ${error.message}` }));
}

function bodyDeviations(document: CompiledDocument, { bodies }: DocumentedAnswer, given: GivenAnswer): Deviation[] {
  if (given.status === 204 || given.status === 304) return [];
  const [type = ''] = (given.headers['content-type'] ?? '').split(';');
  const schema = bodies.get(type);
  if (!schema) return bodies.size === 0 && !given.body?.length ? [] : [{ fault: `media type ${type || '(none)'}` }];
  if (!given.body) return [];
  const value = type.endsWith('json') ? parsed(given.body) : given.body.toString();
  if (value === undefined) return [{ fault: 'is no JSON' }];
  return known(document.errorsOf(schema, value)).map(deviation);
}

/** Keywords that fail for what stands deeper, too: that is told by itself, and enough. */
const WHOLES = new Set(['anyOf', 'oneOf', 'type', 'unevaluatedProperties']);

function known(errors: readonly ErrorObject[]): ErrorObject[] {
  return errors.filter(
    (error) => !WHOLES.has(error.keyword) || !errors.some((other) => other !== error && isToldBy(other, error)),
  );
}

/** A member counts as described only where the rest of its object is right. */
function isToldBy(other: ErrorObject, { keyword, instancePath }: ErrorObject): boolean {
  if (other.instancePath.startsWith(`${instancePath}/`)) return true;
  const isOfObject = other.instancePath === instancePath && !WHOLES.has(other.keyword);
  return isOfObject && keyword !== 'type';
}

function deviation({ keyword, instancePath, params, message, data }: ErrorObject): Deviation {
  const where = instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'body';
  const { unevaluatedProperty } = params as { unevaluatedProperty?: string };
  if (unevaluatedProperty !== undefined)
    return { fault: `${where} has "${unevaluatedProperty}", which is not documented` };
  const isTelling = ['enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'type'].includes(keyword);
  return { fault: `${where} ${message}`, seen: isTelling ? shown(data) : undefined };
}

/** Enough of a value to know it by. */
const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
