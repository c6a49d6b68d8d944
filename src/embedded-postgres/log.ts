/** Receives one line at a time, in English. No line contains a password. */
export type Log = (line: string) => void;
