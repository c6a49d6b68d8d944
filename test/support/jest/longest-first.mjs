import Sequencer from '@jest/test-sequencer';

/** Projects with long-running files. Those that parallelize least come first. */
const FIRST_PROJECTS = ['slow', 'browser'];

/**
 * Starts long-running files first, so that no worker runs one alone at the end. On a new machine, Jest knows only the
 * sizes of the files.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ context }) => {
      const index = FIRST_PROJECTS.indexOf(context.config.displayName?.name ?? '');
      return index === -1 ? FIRST_PROJECTS.length : index;
    };
    const sortedByDuration = Sequencer.prototype.sort.call(this, tests);
    return sortedByDuration.toSorted((left, right) => rank(left) - rank(right));
  }
}
