import { checkFields, checkStored } from './checks.js';
import { recordAt } from './reads.js';
import type { Asked } from './requests.js';
import { demand, mayRuleOthers } from './rights.js';
import { createTexts, updateTexts } from './texts.js';
import { allOf, folded, languagesOf, Refusal, type Term, type TermKind } from './world.js';

export function newTermAt(asked: Asked, kind: TermKind): Term {
  demand(asked, mayRuleOthers(asked));
  checkFields(asked);
  const term: Term = { kind, id: 0, texts: {}, former: [], parent: parentOf(asked) };
  asked.world.records.push(term);
  createTexts(asked, term, asked.fields);
  expectOnlyOne(asked, term);
  return term;
}

export function changeTerm(asked: Asked): Term {
  demand(asked, mayRuleOthers(asked));
  checkFields(asked);
  const term = recordAt(asked) as Term;
  checkStored(asked, term);
  if (asked.fields['parent'] !== undefined && term.kind === 'category') {
    term.parent = parentOf(asked);
  }
  updateTexts(asked, term, asked.fields);
  expectOnlyOne(asked, term);
  return term;
}

const parentOf = ({ world, fields, kind }: Asked): Term | null =>
  (kind === 'category' && allOf(world, 'category').find(({ id }) => id === fields['parent'])) || null;

/** 6.12: no sibling has such a name in such a language. */
export function expectOnlyOne({ world }: Asked, term: Term): void {
  const siblings = allOf(world, term.kind).filter((each) => each !== term && each.parent === term.parent);
  const isLike = (other: Term) =>
    languagesOf(term).some(
      (each) => other.texts[each] && folded(other.texts[each].heading) === folded(term.texts[each]?.heading ?? ''),
    );
  if (siblings.some(isLike)) throw new Refusal(409, 'term_exists');
}

/** 6.12, 8.10: its children move up, if none of them meets its like there. */
export function removeTerm(asked: Asked, term: Term): void {
  const { world } = asked;
  const children = allOf(world, term.kind).filter(({ parent }) => parent === term);
  world.records = world.records.filter((record) => record !== term);
  for (const child of children) child.parent = term.parent;
  for (const child of children) expectOnlyOne(asked, child);
  for (const event of allOf(world, 'event')) {
    event.categories = event.categories.filter((each) => each !== term);
    event.tags = event.tags.filter((each) => each !== term);
  }
}
