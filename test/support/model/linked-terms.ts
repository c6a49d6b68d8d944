import type { Asked } from './requests.js';
import { demand, mayRuleOthers } from './rights.js';
import { bySlug } from './slugs.js';
import { createTexts } from './texts.js';
import { allOf, folded, languagesOf, type Asker, type Place, type Term, type TermKind } from './world.js';

/** 6.9: a text is tried as a slug, then as a name. */
function termOf(asker: Asker, kind: TermKind, text: string): Term | undefined {
  return (bySlug(asker.world, kind, text) as Term | undefined) ?? byName(asker, allOf(asker.world, kind), text);
}

/** 3.6: of several that have a name in some language, the language asked for wins, then the lowest id. */
export function byName<Each extends Place | Term>(
  { language }: Asker,
  records: readonly Each[],
  name: string,
): Each | undefined {
  const isCalled = (record: Each, each = language) =>
    record.texts[each] !== undefined && folded(record.texts[each].heading) === folded(name);
  return (
    records.find((record) => isCalled(record)) ??
    records.find((record) => languagesOf(record).some((each) => isCalled(record, each)))
  );
}

/** The terms that an event is given, in their order and each once; new ones are made at the top level. */
export function linkTerms(asked: Asked, kind: TermKind, sent: readonly unknown[]): Term[] {
  const terms = sent.map((each) =>
    typeof each === 'number'
      ? allOf(asked.world, kind).find(({ id }) => id === each)
      : (termOf(asked, kind, String(each)) ?? newTerm(asked, kind, String(each))),
  );
  return [...new Set(terms as Term[])];
}

/** 6.9: if the requester may. */
function newTerm(asked: Asked, kind: TermKind, name: string): Term {
  demand(asked, mayRuleOthers(asked));
  const term: Term = { kind, id: 0, texts: {}, former: [], parent: null };
  asked.world.records.push(term);
  createTexts(asked, term, { name });
  return term;
}
