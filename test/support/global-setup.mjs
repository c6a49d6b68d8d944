export { start as default } from './database-server.mjs';
