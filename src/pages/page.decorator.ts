import { applyDecorators, Get } from '@nestjs/common';
import { Public } from '../http/routes/authenticated.decorator.js';
import { Cached } from '../http/routes/response-storage.decorators.js';

/** Route of a page. Pages are public, and cached like reads of the API. */
export const Page = (...paths: string[]) => applyDecorators(Get(paths), Public(), Cached());
