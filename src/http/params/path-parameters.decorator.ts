import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { normalizeSlug } from '../../kernel/text/slugify.js';
const pathParameter = (execution: ExecutionContext, name: string): string =>
  String(execution.switchToHttp().getRequest<Request>().params[name] ?? '');

/** The `id` of the path. One too large for the column names no record, and so does 0. */
export const Id = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const id = Number(pathParameter(execution, 'id'));
  return Number.isSafeInteger(id) ? id : 0;
});

/** The `slug` of the path, as slugs are stored. */
export const Slug = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  normalizeSlug(pathParameter(execution, 'slug')),
);
