import type { OpenAPIObject } from '@nestjs/swagger';
import { CODES_MEMBER } from '../../http/routes/api-problems.decorator.js';
import { statusOfCode, type ErrorCode } from '../../kernel/errors/error-codes.js';
import type { Message, Translate } from '../../kernel/language/message.js';
import { ADMIN_PATHS } from '../../kernel/context/namespace.js';
import { EVENT, TAG } from '../../kinds/kinds.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { errorCodesOf, eachResponse, type ResponseObject } from './document-parts.js';

const PROBLEM_SCHEMA = '#/components/schemas/Problem';
const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** What the texts of errors have placeholders for, as an example would fill them. */
const EXAMPLE_ARGUMENTS = { allow: 'GET, HEAD, OPTIONS', total_pages: 3 };

/** What may be wrong with parameters. */
const EXAMPLE_PARAMS: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, Message>>>>> = {
  invalid_parameter: { ml_language: { key: 'validation.one_of', args: { values: LANGUAGES.join(', ') } } },
  missing_parameter: { ml_language: { key: 'validation.required' } },
};

/** What problems have beside the members of all. */
const EXTENSION_MEMBERS: Readonly<Partial<Record<ErrorCode, object>>> = { term_exists: { id: 3 } };

/** Paths of what codes are about. */
const examplePaths = (kinds: readonly RecordKind[]): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(kinds.map(({ name, path }) => [name, path])),
  term: TAG.path,
  user: ADMIN_PATHS.users,
  token: ADMIN_PATHS.tokens,
});

/**
 * Explains the errors that answers name by their codes: what each means, and what it looks like.
 * @param kinds those of the application
 */
export function documentProblems(document: OpenAPIObject, kinds: readonly RecordKind[], translate: Translate): void {
  const paths = examplePaths(kinds);
  const documentedCodes = new Set<ErrorCode>();
  for (const response of eachResponse(document)) {
    const codes = errorCodesOf(response);
    if (codes.length === 0) continue;
    documentResponse(response, codes, translate);
    codes.forEach((code) => documentedCodes.add(code));
  }
  const examples = [...documentedCodes].map((code) => [code, problemExample(code, paths, translate)]);
  const errorCode = document.components?.schemas?.['ErrorCode'];
  if (errorCode && 'enum' in errorCode) errorCode.enum = [...new Set([...(errorCode.enum ?? []), ...documentedCodes])];
  document.components = {
    ...document.components,
    examples: { ...document.components?.examples, ...Object.fromEntries(examples) },
  };
}

function documentResponse(response: ResponseObject, codes: readonly ErrorCode[], translate: Translate): void {
  delete response[CODES_MEMBER];
  response.description = codes.map((code) => `\`${code}\`: ${titleOf(code, translate)}.`).join('\n\n');
  response.content = {
    [PROBLEM_MEDIA_TYPE]: {
      schema: { allOf: [{ $ref: PROBLEM_SCHEMA }, { type: 'object', properties: { code: { enum: [...codes] } } }] },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  };
}

const titleOf = (code: ErrorCode, translate: Translate) =>
  translate({ key: `errors.${code}.title`, args: EXAMPLE_ARGUMENTS });

const instanceOf = (code: ErrorCode, paths: Readonly<Record<string, string>>) =>
  `/${paths[code.replace(/_(not_found|in_trash|exists)$/, '')] ?? EVENT.path}/12`;

function problemExample(code: ErrorCode, paths: Readonly<Record<string, string>>, translate: Translate) {
  const params = Object.entries(EXAMPLE_PARAMS[code] ?? {}).map(([name, message]) => [name, translate(message)]);
  const value = {
    type: 'about:blank',
    title: titleOf(code, translate),
    status: statusOfCode(code),
    detail: translate({ key: `errors.${code}.detail`, args: EXAMPLE_ARGUMENTS }),
    instance: instanceOf(code, paths),
    code,
    ...(params.length > 0 ? { params: Object.fromEntries(params) as unknown } : {}),
    ...EXTENSION_MEMBERS[code],
  };
  return { summary: value.title, value };
}
