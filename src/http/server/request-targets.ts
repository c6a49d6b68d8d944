import type { IncomingMessage, Server } from 'node:http';

/**
 * Lets every target of a request reach the application. Express finds no path in some of those that do not begin with one, and answers by
 * itself then, by a page.
 */
export function acceptAllTargets(server: Server): void {
  server.prependListener('request', (request: IncomingMessage & { originalUrl?: string }) => {
    const target = request.url ?? '/';
    if (target.startsWith('/')) return;
    request.originalUrl = target;
    request.url = ['/', ...target.split('?').slice(1)].join('?');
  });
}
