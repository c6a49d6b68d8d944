import { findReadable } from './reads.js';
import { folded, languagesOf, ProblemError, recordsOf, type Term, type TermKind } from './records.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canEditTerms } from './rights.js';
import { createTexts, updateTexts } from './translations.js';
import { validateAgainstRecord, validateFields } from './validation.js';

export function createTerm(request: ModelRequest, kind: TermKind): Term {
  assertAllowed(request, canEditTerms(request));
  validateFields(request);
  const term: Term = { kind, id: 0, texts: {}, former: [], parent: parentOf(request) };
  request.state.records.push(term);
  createTexts(request, term, request.fields);
  assertUniqueName(request, term);
  return term;
}

export function updateTerm(request: ModelRequest): Term {
  assertAllowed(request, canEditTerms(request));
  validateFields(request);
  const term = findReadable(request) as Term;
  validateAgainstRecord(request, term);
  if (request.fields['parent'] !== undefined && term.kind === 'category') term.parent = parentOf(request);
  updateTexts(request, term, request.fields);
  assertUniqueName(request, term);
  return term;
}

const parentOf = ({ state, fields, kind }: ModelRequest): Term | null =>
  (kind === 'category' && recordsOf(state, 'category').find(({ id }) => id === fields['parent'])) || null;

/** 6.12: siblings have different names in each language. */
function assertUniqueName({ state }: ModelRequest, term: Term): void {
  const siblings = recordsOf(state, term.kind).filter((sibling) => sibling !== term && sibling.parent === term.parent);
  const hasSameName = (other: Term) =>
    languagesOf(term).some(
      (language) =>
        other.texts[language] && folded(other.texts[language].title) === folded(term.texts[language]?.title ?? ''),
    );
  if (siblings.some(hasSameName)) throw new ProblemError(409, 'term_exists');
}

/** 6.12, 8.10: the children move up unless that would create duplicate names. */
export function removeTerm(request: ModelRequest, term: Term): void {
  const { state } = request;
  const children = recordsOf(state, term.kind).filter(({ parent }) => parent === term);
  state.records = state.records.filter((record) => record !== term);
  for (const child of children) child.parent = term.parent;
  for (const child of children) assertUniqueName(request, child);
  for (const event of recordsOf(state, 'event')) {
    if (event.categories.includes(term) || event.tags.includes(term)) event.modifiedAt = state.now;
    event.categories = event.categories.filter((category) => category !== term);
    event.tags = event.tags.filter((tag) => tag !== term);
  }
}
