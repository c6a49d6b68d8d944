// Suites that need the service in the process of the tests. Jest loads it once for all of them, which takes four seconds.
import './in-process/oidc-keys.js';
import './in-process/own-databases.js';
import './in-process/rate-limits.js';
import './in-process/request-time.js';
import './in-process/response-cache.js';
import './in-process/seed.js';
import './in-process/seed-synthetic.js';
import './in-process/statements.js';
import './in-process/unreachable-database.js';
import './in-process/upgrade.js';
