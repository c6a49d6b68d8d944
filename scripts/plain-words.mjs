/** Finds names and phrases that readers of the code would have to decode. */
import ts from 'typescript';

/** Names that standard terms have replaced. */
const PRIVATE_NAMES = new Set(
  `alike asAllowed asked AT_ONCE BEAT endLeftovers Fate fateOf Fault fillings FINISHING Freshness gaveWay heading Holes
  inTemplate inTurn InTheMaking isKeepable isNamedBy isOpenly judge Judge Judgement KeptAnswers lane lanes Lanes LEAST
  leastWith lostRace losses madeAnswer numbered onNoAccount onOneAccount OperatorError orGone PATIENCE PAUSE PREPARED
  readerOf Refusals RELIANCE reportTogether ROW_BY_ROW rowsAlong rowsAnywhere rowsNear serveAnew SharedAnswers
  shownWhole SILENCE Standing stillShown StoredAnswers storeNew tell tellLinks TextKind told Validities Waits
  WholeAnswer`.split(/\s+/),
);

const STILTED_PHRASES = /\b(whoever|whosoever|of which|(?:is|are) told|anew|comes? to nothing|stands?|he|his|him)\b/gi;

/** @returns the private names that a syntax tree declares, with their lines */
export function privateNames(path, tree) {
  const names = [];
  const visit = (node) => {
    if (node.name && ts.isIdentifier(node.name) && PRIVATE_NAMES.has(node.name.text))
      names.push(`${path}:${tree.getLineAndCharacterOfPosition(node.name.getStart()).line + 1} ${node.name.text}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/** @returns the stilted phrases of a text, with their lines */
export function stiltedPhrases(path, text) {
  return text
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(STILTED_PHRASES)].map(([phrase]) => `${path}:${index + 1} ${phrase}`));
}
