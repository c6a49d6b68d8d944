import Sequencer from '@jest/test-sequencer';

/** Projects whose files take long, those of which there is little to be done at the same time first. */
const FIRST = ['slow', 'browser'];

/**
 * Begins with what takes longest, so that no worker is left alone with it at the end: of a run on a new machine Jest knows nothing but
 * how large files are.
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
