import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Configuration } from '../../kernel/config/configuration.js';
import { allowsAnyOrigin } from './cors.js';

/**
 * What every answer tells browsers, and no more than has a use here: an answer is data, that loads nothing and stands in no frame. The
 * pages of the documentation have a policy of their own.
 */
export function securityHeaders(configuration: Configuration): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: allowsAnyOrigin(configuration) ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xContentTypeOptions: true,
    xFrameOptions: { action: 'deny' },
    // These are for pages, or for browsers that are gone.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // TLS ends before the service, and so does what is to be said of it.
    strictTransportSecurity: false,
    // Express is told not to send it.
    xPoweredBy: false,
  });
}
