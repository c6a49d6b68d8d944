// Suites whose extensions run in the process of the tests. Jest loads the service once for all of them.
import './custom-fields.js';
import './mistakes.js';
import './orders.js';
import './other-interfaces.js';
import './strategies.js';
import './two-applications.js';
