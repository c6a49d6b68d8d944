import { enableCompileCache } from './kernel/config/compile-cache.js';
import { exitIfNodeIsTooOld } from './kernel/config/node-version.js';

exitIfNodeIsTooOld();
enableCompileCache();
// Loaded after the check: an old version of Node.js cannot load all of its modules.
await import('./run-service.js');
