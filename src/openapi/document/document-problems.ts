import { statusOfCode, type ErrorCode } from '../../kernel/errors/error-codes.js';
import { ADMIN_PATHS } from '../../kernel/context/namespace.js';
import { EVENT, TAG } from '../../kinds/calendar-kinds.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { operationsIn, type DocumentObject, type ResponseObject } from './document-parts.js';

export const ERROR_EXAMPLE_ARGUMENTS = { allow: 'GET, HEAD, OPTIONS', total_pages: 3 };

/** Members that the examples of these codes have in addition, or with other values. */
const EXTRA_MEMBERS: Readonly<Partial<Record<ErrorCode, object>>> = {
  invalid_parameter: {
    detail: 'ml_language: {validation.one_of}',
    params: { ml_language: 'validation.one_of' },
  },
  missing_parameter: {
    detail: 'ml_language: {validation.required}',
    params: { ml_language: 'validation.required' },
  },
  term_exists: { id: 3 },
};

/**
 * Replaces error responses, for which decorators declare codes only, by references to `components`. Responses with the same codes share
 * one description, schema and examples.
 * @param kinds the kinds of the application, including those of extensions
 */
export function addProblemDocs(document: DocumentObject, kinds: readonly RecordKind[]): void {
  const { responses, examples, schemas } = document.components;
  const documented = new Set<ErrorCode>();
  for (const operation of operationsIn(document)) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const codes = response['x-codes'];
      if (!codes) continue;
      const name = componentName(codes, response);
      responses[name] ??= problemResponse(codes, response);
      operation.responses = { ...operation.responses, [status]: { $ref: `#/components/responses/${name}` } };
      codes.forEach((code) => documented.add(code));
    }
  }
  const { ErrorCode } = schemas;
  if (ErrorCode) ErrorCode.enum = [...new Set([...(ErrorCode.enum ?? []), ...documented])];
  for (const code of documented) examples[code] = problemExample(code, kinds);
}

/** `page_not_found`, `conflict_or_term_exists`. Responses with the header `Idempotency-Replayed` are separate. */
const componentName = (codes: readonly ErrorCode[], { headers = {} }: ResponseObject): string =>
  `${codes.join('_or_')}${'Idempotency-Replayed' in headers ? '_replayable' : ''}`;

const problemResponse = (codes: readonly ErrorCode[], { headers }: ResponseObject): ResponseObject => ({
  description: codes.map((code) => `\`${code}\`: {errors.${code}.title}.`).join('\n\n'),
  ...(headers ? { headers } : {}),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { code: { enum: [...codes] } } },
        ],
      },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

function problemExample(code: ErrorCode, kinds: readonly RecordKind[]) {
  const title = `errors.${code}.title`;
  const detail = `errors.${code}.detail`;
  const value = { type: 'about:blank', title, status: statusOfCode(code), detail, instance: examplePath(code, kinds) };
  return { summary: title, value: { ...value, code, ...EXTRA_MEMBERS[code] } };
}

/** A path that may respond with the code, such as `/calendar/events/v1/venues/12`. */
function examplePath(code: ErrorCode, kinds: readonly RecordKind[]): string {
  const subject = code.replace(/_(not_found|in_trash|exists)$/, '');
  const otherPaths: Readonly<Record<string, string>> = {
    term: TAG.path,
    user: ADMIN_PATHS.users,
    token: ADMIN_PATHS.tokens,
  };
  return `/${kinds.find(({ name }) => name === subject)?.path ?? otherPaths[subject] ?? EVENT.path}/12`;
}
