/** The service, that meets an error nobody handles once it serves: one as MikroORM makes of what PostgreSQL says of a row. */
await import('../../dist/main.js');
setImmediate(() => {
  throw new Error('new row violates a constraint\n - detail: Failing row contains (hunter2)');
});
