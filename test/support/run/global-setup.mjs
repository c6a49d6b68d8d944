export { start as setup, stop as teardown } from '../database/database-server.mjs';
