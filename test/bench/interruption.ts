/** Aborts on Ctrl-C, so that what was started is ended in order. A second one ends the process at once. */
export function untilInterrupted(): AbortSignal {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Whoever listens to the end of the process takes its children along.
      if (interruption.signal.aborted) process.exit(130);
      interruption.abort(new Error(`Ended by ${signal}`));
    });
  }
  return interruption.signal;
}

/** Something that was started, and is to be ended. */
interface Started {
  stop(): Promise<void>;
}

/** Has something ended at the end of the work that started it. */
export type EndLater = <Each extends Started>(each: Each) => Each;

/** Runs a piece of work with a list to put in what it starts; all of it is ended afterwards, the last first. */
export async function endingAll<Result>(work: (started: EndLater) => Promise<Result>): Promise<Result> {
  const all: Started[] = [];
  try {
    return await work((each) => {
      all.unshift(each);
      return each;
    });
  } finally {
    for (const each of all) await each.stop();
  }
}
