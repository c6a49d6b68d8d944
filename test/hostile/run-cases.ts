import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './generated.js';
import type { HostileCase } from './hostile-case.js';
import { faultsOf } from './judge.js';
import { requestBytes, type Asking } from './request-bytes.js';
import { sendBytes } from './send-bytes.js';
import { casesOf, type Table } from './tables.js';

/** What a run of cases has shown. */
export interface Outcome {
  readonly passed: number;
  /** Cases that were answered otherwise than they may be, with what was wrong. */
  readonly failed: readonly string[];
  /** Cases that lack a token or a fixture. */
  readonly skipped: readonly string[];
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** The cases of a file beside this one. */
export function readCases(file: 'inputs.json' | 'more-inputs.json'): HostileCase[] {
  return casesOf(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as (HostileCase | Table)[]);
}

/** Sends cases one after another, each on a connection of its own, and judges what is answered. */
export async function runCases(origin: string, cases: readonly HostileCase[], asking: Asking): Promise<Outcome> {
  const failed: string[] = [];
  const statuses: Record<string, number> = {};
  const [skipped, run] = [cases.filter((each) => lacks(each, asking)), cases.filter((each) => !lacks(each, asking))];
  for (const each of run) {
    const received = await sendBytes(origin, requestBytes(each, asking));
    statuses[received.status] = (statuses[received.status] ?? 0) + 1;
    const faults = faultsOf(each, received, asking.fixtures);
    if (faults.length > 0) failed.push(`${each.name}: ${faults.join('; ')}`);
  }
  return { passed: run.length - failed.length, failed, skipped: skipped.map(({ name }) => name), statuses };
}

/** Whether a case speaks as somebody, or of something, that is not there. */
function lacks(each: HostileCase, { tokens, fixtures }: Asking): boolean {
  if (each.auth !== undefined && tokens[each.auth] === undefined) return true;
  return namesIn(JSON.stringify(each)).some((name) => fixtures[name] === undefined);
}
