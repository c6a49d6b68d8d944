import type { ModelRequest } from './requests.js';
import { assertAllowed, canEditAll } from './rights.js';
import { findBySlug } from './slugs.js';
import { createTexts } from './translations.js';
import {
  recordsOf,
  folded,
  languagesOf,
  type ModelContext,
  type VenueOrOrganizer,
  type Term,
  type TermKind,
} from './model-state.js';

/** 6.9: a text is tried as a slug, then as a name. */
function findTerm(asker: ModelContext, kind: TermKind, text: string): Term | undefined {
  return (
    (findBySlug(asker.state, kind, text) as Term | undefined) ?? findByName(asker, recordsOf(asker.state, kind), text)
  );
}

/** 3.6: of several that have a name in some language, the language asked for wins, then the lowest id. */
export function findByName<Each extends VenueOrOrganizer | Term>(
  { language }: ModelContext,
  records: readonly Each[],
  name: string,
): Each | undefined {
  const isCalled = (record: Each, each = language) =>
    record.texts[each] !== undefined && folded(record.texts[each].title) === folded(name);
  return (
    records.find((record) => isCalled(record)) ??
    records.find((record) => languagesOf(record).some((each) => isCalled(record, each)))
  );
}

/** The terms that an event is given, in their order and each once; new ones are made at the top level. */
export function linkTerms(request: ModelRequest, kind: TermKind, sent: readonly unknown[]): Term[] {
  const terms = sent.map((each) =>
    typeof each === 'number'
      ? recordsOf(request.state, kind).find(({ id }) => id === each)
      : (findTerm(request, kind, String(each)) ?? createLinkedTerm(request, kind, String(each))),
  );
  return [...new Set(terms as Term[])];
}

/** 6.9: if the requester may. */
function createLinkedTerm(request: ModelRequest, kind: TermKind, name: string): Term {
  assertAllowed(request, canEditAll(request));
  const term: Term = { kind, id: 0, texts: {}, former: [], parent: null };
  request.state.records.push(term);
  createTexts(request, term, { name });
  return term;
}
