export { stop as default } from './database-server.mjs';
