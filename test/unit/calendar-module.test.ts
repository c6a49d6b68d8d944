import { describe, expect, it } from 'vitest';
import { CalendarModule } from '../../src/calendar.module.js';
import { PagesModule } from '../../src/pages/pages.module.js';

describe('CalendarModule.forRoot', () => {
  it.each([
    [undefined, {}, false],
    [undefined, { PAGES: 'true' }, false],
    [true, {}, true],
    [true, { PAGES: 'false' }, false],
  ])('with pages %s and the environment %j has the module of the pages: %s (17.4)', (pages, environment, expected) => {
    const { imports } = CalendarModule.forRoot({ environment, ...(pages === undefined ? {} : { pages }) });
    expect(imports?.includes(PagesModule)).toBe(expected);
  });
});
