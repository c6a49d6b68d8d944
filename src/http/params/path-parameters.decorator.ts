import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { normalizeSlug } from '../../kernel/text/slugify.js';

const pathParameter = (execution: ExecutionContext, name: string): string =>
  String(execution.switchToHttp().getRequest<Request>().params[name] ?? '');

/** The `id` of the path. An id that is too large for the database column becomes 0, which no record has. */
export const Id = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const id = Number(pathParameter(execution, 'id'));
  return Number.isSafeInteger(id) ? id : 0;
});

/** The `slug` of the path in normal form. */
export const Slug = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  normalizeSlug(pathParameter(execution, 'slug')),
);
