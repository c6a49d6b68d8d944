/**
 * Settles like a promise, or rejects where that takes longer. An answer that lies there already counts, though this process was too
 * busy to read it.
 * @param timeoutMs in milliseconds
 */
export async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error(`Timed out after ${timeoutMs} ms`));
  // What has arrived is read between the timers and the immediates.
  const timer = setTimeout(() => setImmediate(end), timeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
