// Records the statements that a service sends to PostgreSQL. Preloaded with `--import`. On each message from the parent
// process, sends the statements since the previous message.
import pg from 'pg';
import utils from 'pg/lib/utils.js';

let statements = [];
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function tapped(statement, values, ...rest) {
  const {
    text,
    name,
    values: statementValues = values,
  } = typeof statement === 'string' ? { text: statement } : statement;
  statements.push({
    text,
    name,
    values: (Array.isArray(statementValues) ? statementValues : []).map(utils.prepareValue),
  });
  return query.call(this, statement, values, ...rest);
};

process.on('message', () => {
  process.send(statements);
  statements = [];
});
process.channel.unref();
