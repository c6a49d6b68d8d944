import { expect, it } from 'vitest';
import { fieldsOf } from '../../../../src/kernel/schema/field.js';
import { EmailField, TextField } from '../../../../src/kernel/schema/fields.js';

class Contact {
  @EmailField()
  email?: string;

  @TextField()
  name?: string;

  @TextField({ isMultiline: true })
  note?: string;
}

it.each([
  ['email', ' e\u0301@b.example ', 'e\u0301@b.example'],
  ['name', 'e\u0301\r\nb\tc', 'é b c'],
  ['note', 'e\u0301\r\nb\tc', 'é\r\nb\tc'],
])('the field %s reads %j as %j (2.8)', (field, sent, stored) => {
  const parse = fieldsOf(Contact).find(({ name }) => name === field)?.parse;
  expect(parse?.(sent, { nowMs: 0, zone: 'UTC' })).toBe(stored);
});
