import { randomUUID } from 'node:crypto';

/** Known to this process alone: MikroORM writes values into the texts of its statements, so clients have a say in those. */
const PROCESS = randomUUID();

/** A comment that stands in statements of ours, and in nothing that a client sends. */
export const mark = (what: string): string => `/* ${what} ${PROCESS} */`;
