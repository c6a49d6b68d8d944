/** An answer as it goes out. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | string[]>>;
  readonly body: string;
}

/** Ends a request with an answer that is ready: it goes out as it is. */
export class ReadyAnswer extends Error {
  override readonly name = 'ReadyAnswer';

  constructor(readonly answer: WholeAnswer) {
    super(`Answered ${answer.status}`);
  }
}
