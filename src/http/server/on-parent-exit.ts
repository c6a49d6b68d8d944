/** How often the parent is looked at, in milliseconds. */
const POLL_INTERVAL_MS = 250;

/**
 * Calls back once when the process that started this one has ended. npm runs scripts through a shell that passes no
 * signal on: what reaches npm ends npm and the shell, and would leave the service behind.
 */
export function onParentExit(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, POLL_INTERVAL_MS);
  timer.unref();
}
