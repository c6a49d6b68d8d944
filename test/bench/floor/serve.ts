import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Pool } from 'pg';

/** Status and JSON body of a response. */
export type FloorResponse = readonly [status: number, body: string];

/** Serves HTTP on `PORT` until SIGTERM. */
export function serve(pool: Pool, respond: (request: IncomingMessage) => Promise<FloorResponse>): void {
  const server = createServer((request, response) => {
    respond(request).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => {
        console.error(error);
        send(response, 500, '{}');
      },
    );
  });
  server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('The floor listens'));
  process.once('SIGTERM', () => {
    server.closeAllConnections();
    server.close(() => void pool.end());
  });
}

/** Reads the body of a request as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: string): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(bytes);
}
