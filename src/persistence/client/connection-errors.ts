import { DriverException } from '@mikro-orm/core';

const met = new WeakSet<Error>();

/** Notes that an error befell a connection to the database, or the way to it: its code alone would not tell that. */
export function noteConnectionError(error: Error): void {
  met.add(error);
}

/** Whether an error befell a connection to the database, or the way to it. MikroORM hands on copies, with the number of the system. */
export const isConnectionError = (error: Error): boolean =>
  met.has(error) || (error instanceof DriverException && typeof error.errno === 'number');
