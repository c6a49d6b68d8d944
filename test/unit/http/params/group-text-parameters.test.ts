import { expect, it } from 'vitest';
import { groupTextParameters } from '../../../../src/http/params/group-text-parameters.js';
import { readUrlEncoded } from '../../../../src/http/request/url-encoded.js';

it.each(['[x]', 'a[b', 'a]b', 'a[[b]]'])(
  'A parameter name is kept as sent if its brackets form no group: %s (2.2)',
  (name) => {
    const { values, errors } = groupTextParameters(readUrlEncoded(`${encodeURIComponent(name)}=1`));
    expect([[...values], errors]).toEqual([[[name, '1']], {}]);
  },
);
