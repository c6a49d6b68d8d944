/** The first version of Node.js with `argon2`, which hashes passwords. `engines` in `package.json` has it too. */
export const MIN_NODE_VERSION = '24.7';

/** Exits with 1, and says in one line what to do, if this version of Node.js cannot run the service. */
export function exitIfNodeIsTooOld(version = process.versions.node): void {
  if (version.localeCompare(MIN_NODE_VERSION, 'en', { numeric: true }) >= 0) return;
  process.stderr.write(
    `The service requires Node.js ${MIN_NODE_VERSION} or newer, and this is ${version}. Install Node.js 24, or run npm ci and npm start, which use their own.\n`,
  );
  process.exit(1);
}
