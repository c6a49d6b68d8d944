import { describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { KINDS } from '../support/records/kinds.js';
import { cartesianProduct, fullListPath } from '../support/languages/languages.js';
import { useMultilingualFixture } from '../support/languages/multilingual-fixture.js';
import { readPage } from '../support/records/records.js';

const FILTERS = ['ml_has_translation', 'ml_missing_translation'] as const;

describe('Filters by translation', () => {
  const here = useMultilingualFixture('es');

  it.each(KINDS)(
    '$path: a value that is not a language is 400 and names the parameter (2.2, 3.11)',
    async ({ path }) => {
      for (const [name, value] of cartesianProduct(FILTERS, ['fr', 'ca-ES', 'ca,fr', 'ca;es', '*', '1'])) {
        expectInvalidParameters(await here.calendar.request('GET', `${path}?${name}=${value}`), name);
        expectInvalidParameters(await here.calendar.request('GET', `${path}?${name}[]=es&${name}[]=${value}`), name);
      }
      const both = await here.calendar.request('GET', `${path}?${FILTERS.map((name) => `${name}=fr`).join('&')}`);
      expectInvalidParameters(both, ...FILTERS);
    },
  );

  it.each(KINDS)('$path: an empty filter counts as not given (2.3, 3.11)', async (kind) => {
    for (const name of FILTERS) {
      const { body } = await readPage(here.calendar, fullListPath(kind, `${name}=`));
      expect([name, body.total]).toEqual([name, here.records[kind.path].length]);
    }
  });
});
