import type { OpenAPIObject } from '@nestjs/swagger';
import { CODES_MEMBER } from '../../http/routes/api-problems.decorator.js';
import { statusOfCode, type ErrorCode } from '../../kernel/errors/error-codes.js';
import type { Message } from '../../kernel/language/message.js';
import { ADMIN_PATHS } from '../../kernel/context/namespace.js';
import { EVENT, TAG } from '../../kinds/kinds.js';
import { declaredKinds } from '../../records/types/kinds.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { codesOf, eachAnswer, type Answer } from './document-parts.js';

const PROBLEM = '#/components/schemas/Problem';
const MEDIA_TYPE = 'application/problem+json';

/** What the texts of errors have placeholders for, as an example would fill them. */
const ARGUMENTS = { allow: 'GET, HEAD, OPTIONS', total_pages: 3 };

/** What may be wrong with parameters. */
const PARAMETERS: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, Message>>>>> = {
  invalid_parameter: { ml_language: { key: 'validation.one_of', args: { values: LANGUAGES.join(', ') } } },
  missing_parameter: { ml_language: { key: 'validation.required' } },
};

/** What problems have beside the members of all. */
const MEMBERS: Readonly<Partial<Record<ErrorCode, object>>> = { term_exists: { id: 3 } };

/** Where that is of which codes tell. */
const PLACES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(declaredKinds().map(({ name, path }) => [name, path])),
  term: TAG.path,
  user: ADMIN_PATHS.users,
  token: ADMIN_PATHS.tokens,
};

/** Gives the text of a message in the language of the document. */
type Say = (message: Message) => string;

/** Explains the errors that answers name by their codes: what each means, and what it looks like. */
export function explainProblems(document: OpenAPIObject, say: Say): void {
  const met = new Set<ErrorCode>();
  for (const answer of eachAnswer(document)) {
    const codes = codesOf(answer);
    if (codes.length === 0) continue;
    explain(answer, codes, say);
    codes.forEach((code) => met.add(code));
  }
  const examples = [...met].map((code) => [code, problemExample(code, say)]);
  document.components = {
    ...document.components,
    examples: { ...document.components?.examples, ...Object.fromEntries(examples) },
  };
}

function explain(answer: Answer, codes: readonly ErrorCode[], say: Say): void {
  delete answer[CODES_MEMBER];
  answer.description = codes.map((code) => `\`${code}\`: ${titleOf(code, say)}.`).join('\n\n');
  answer.content = {
    [MEDIA_TYPE]: {
      schema: { allOf: [{ $ref: PROBLEM }, { type: 'object', properties: { code: { enum: [...codes] } } }] },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  };
}

const titleOf = (code: ErrorCode, say: Say) => say({ key: `errors.${code}.title`, args: ARGUMENTS });

const instanceOf = (code: ErrorCode) =>
  `/${PLACES[code.replace(/_(not_found|in_trash|exists)$/, '')] ?? EVENT.path}/12`;

function problemExample(code: ErrorCode, say: Say) {
  const params = Object.entries(PARAMETERS[code] ?? {}).map(([name, message]) => [name, say(message)]);
  const value = {
    type: 'about:blank',
    title: titleOf(code, say),
    status: statusOfCode(code),
    detail: say({ key: `errors.${code}.detail`, args: ARGUMENTS }),
    instance: instanceOf(code),
    code,
    ...(params.length > 0 ? { params: Object.fromEntries(params) as unknown } : {}),
    ...MEMBERS[code],
  };
  return { summary: value.title, value };
}
