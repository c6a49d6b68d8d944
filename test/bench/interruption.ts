/** Signal that is aborted by Ctrl-C, so that servers are stopped in order. A second Ctrl-C exits immediately. */
export function untilInterrupted(): AbortSignal {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Exit listeners stop the child processes.
      if (interruption.signal.aborted) process.exit(130);
      interruption.abort(new Error(`Interrupted by ${signal}`));
    });
  }
  return interruption.signal;
}

/** A resource that must be stopped. */
interface Started {
  stop(): Promise<void>;
}

/** Registers a resource that is stopped at the end of the work. */
export type EndLater = <Each extends Started>(each: Each) => Each;

/** Runs `work` and then stops all resources that it registered, the last one first. */
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
