import { applyDecorators, Get, UseGuards } from '@nestjs/common';
import { Public } from '../http/routes/authenticated.decorator.js';
import { Cached } from '../http/routes/response-storage.decorators.js';
import { LanguageSegmentGuard } from './page.guards.js';

/** Route of a page. Pages are public, cached like reads of the API, and have a language segment. */
export const Page = (...paths: string[]) =>
  applyDecorators(Get(paths), Public(), Cached(), UseGuards(LanguageSegmentGuard));
