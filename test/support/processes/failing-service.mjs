/** The service with an unhandled error after the start. The message resembles one of MikroORM with data of a row. */
await import('../../../dist/main.js');
setImmediate(() => {
  throw new Error('new row violates a constraint\n - detail: Failing row contains (hunter2)');
});
