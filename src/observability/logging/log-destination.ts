import { pino } from 'pino';

/** Bytes of lines that are kept until they can be written, such as while a disk is full. */
const MAX_UNWRITTEN_BYTES = 65_536;

/**
 * Writes log lines synchronously, so that none is lost when the process is killed. If they cannot be written, it reports that once on standard
 * error, keeps the first lines for later and drops the others.
 */
export function logDestination(fd = 1): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ fd, sync: true, maxLength: MAX_UNWRITTEN_BYTES });
  let dropped = 0;
  let isFailing = false;
  destination.on('error', (error: Error) => {
    if (!isFailing)
      process.stderr.write(`The log cannot be written: ${error.message}. Requests are served nevertheless.\n`);
    isFailing = true;
  });
  destination.on('drop', () => {
    dropped += 1;
    // Tries again to write the kept lines: pino does not while their size is at its limit.
    destination.write('');
  });
  destination.on('write', () => {
    if (!isFailing) return;
    process.stderr.write(`The log can be written again. ${dropped} lines were lost.\n`);
    isFailing = false;
    dropped = 0;
  });
  return destination;
}
