import { SetupError } from './setup-error.js';
import type { Language } from '../language/languages.js';
import { loadMessages } from '../language/load-messages.js';

/**
 * How a connection to PostgreSQL fails: by the system, or refused by the server (classes 08, 28 and three more of
 * https://www.postgresql.org/docs/18/errcodes-appendix.html).
 */
const UNREACHABLE = /^(E(CONN|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_)\w*|ENOTFOUND|(08|28)\w{3}|3D000|53300|57P03)$/;

/** What a terminal shows of a failure: in `language` where it is one that the operator can do something about. */
export async function describeFailure(error: unknown, language: Language): Promise<string> {
  const failure = error instanceof SetupError ? error : connectionError(error);
  if (!failure) return reasonOf(error);
  const messages = await loadMessages();
  return failure.format((message) => messages.translate(language, message));
}

function connectionError(error: unknown): SetupError | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !UNREACHABLE.test(code)) return undefined;
  return new SetupError({ key: 'database.unreachable', args: { reason: reasonOf(error) } });
}

/** Of a host with several addresses every one has failed, and the error that holds these failures says nothing itself. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
