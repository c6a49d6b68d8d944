import type { OpenAPIObject } from '@nestjs/swagger';

/** What a document says of one media type. */
export interface Content {
  schema?: Record<string, unknown>;
  examples?: Record<string, unknown>;
}

/** An answer of an operation, as a document describes it. */
export interface Answer {
  description: string;
  content?: Record<string, Content>;
  [extension: `x-${string}`]: unknown;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every answer that a document describes. */
export function* eachAnswer({ paths }: OpenAPIObject): Generator<Answer> {
  for (const item of Object.values(paths)) {
    for (const method of METHODS) yield* Object.values(item[method]?.responses ?? {}) as Answer[];
  }
}
