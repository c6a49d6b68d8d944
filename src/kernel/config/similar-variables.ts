import { distance } from 'fastest-levenshtein';
import { VARIABLES_BY_SECTION } from './variables.js';

/** Variables with a name of at least this length may have two wrong letters, others one: `HOME` is not `HOST`. */
const LONG_NAME_LENGTH = 8;

const NAMES = Object.values(VARIABLES_BY_SECTION).flatMap((variables) => Object.keys(variables));

/** One line for each environment variable that looks like a misspelling of a variable that is not set. */
export function misspeltVariableHints(variables: NodeJS.ProcessEnv): string[] {
  const missing = NAMES.filter((name) => variables[name] === undefined);
  return Object.keys(variables).flatMap((name) => {
    const similar = NAMES.includes(name) ? undefined : missing.find((each) => isSimilar(name.toUpperCase(), each));
    return similar ? [`${name} is not a variable of the service. Did you mean ${similar}?`] : [];
  });
}

function isSimilar(name: string, known: string): boolean {
  const maxDistance = known.length < LONG_NAME_LENGTH ? 1 : 2;
  return distance(name, known) <= maxDistance || sortLetters(name) === sortLetters(known);
}

/** Swapped letters, as in `PROT`, count as two changes in the edit distance. Sorted letters find them. */
const sortLetters = (name: string): string => name.split('').toSorted().join('');
