import Sequencer from '@jest/test-sequencer';

/** Projects with long-running files. Those that parallelize least come first. */
const FIRST = ['slow', 'browser'];

/**
 * Starts long-running files first, so that no worker runs one alone at the end. On a new machine, Jest knows only the
 * sizes of the files.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ context }) => {
      const at = FIRST.indexOf(context.config.displayName?.name ?? '');
      return at === -1 ? FIRST.length : at;
    };
    const sorted = Sequencer.prototype.sort.call(this, tests);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
