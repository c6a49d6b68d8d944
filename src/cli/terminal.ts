/** Where a command writes: results to standard output, everything else to standard error. */
export interface OutputStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export class Terminal {
  constructor(readonly streams: OutputStreams) {}

  /** Prints a line of a result. */
  print(line: string): void {
    this.streams.stdout.write(`${line}\n`);
  }

  /** Prints a line that is no result, such as progress. */
  printDiagnostic(line: string): void {
    this.streams.stderr.write(`${line}\n`);
  }
}
