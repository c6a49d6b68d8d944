import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { redactUrl } from '../../../../src/http/request/redact-url.js';
import { fieldsOf } from '../../../../src/kernel/schema/field.js';
import { importAll } from '../../../support/import-all.js';

/** Parameters that nobody is to read: an opaque position, and a secret. */
const HIDDEN = ['after', 'password'];

/** Every class in the files of that ending. */
async function classesIn(ending: string): Promise<Type[]> {
  const files = globSync(`src/**/*.${ending}.ts`);
  const modules = await importAll(files.map((file) => resolve(file)));
  return modules.flatMap(Object.values).filter((each): each is Type => typeof each === 'function' && !!each.prototype);
}

const parameters = (await classesIn('query')).flatMap(fieldsOf).filter(({ isHeader: header }) => !header);
const shown = (query: string) => redactUrl(`/docs?${query}`, '/docs').query;

describe('what the log shows of parameters', () => {
  it('8.15 is the name of each that a read or a deletion takes, but those with secrets', () => {
    const names = [...new Set(parameters.map(({ name }) => name))].toSorted();
    expect(names.filter((name) => shown(`${name}=1`) !== `${name}=1`)).toEqual(HIDDEN);
    expect(names.length).toBeGreaterThan(50);
  });

  it('8.15 is each word that one of them takes', () => {
    const pairs = parameters.flatMap(({ name, schema }) => {
      const { enum: words, items } = schema as { enum?: string[]; items?: { enum?: string[] } };
      return (words ?? items?.enum ?? []).map((word) => `${name}=${word}`);
    });
    expect(pairs.filter((pair) => shown(pair) !== pair)).toEqual([]);
    expect(new Set(pairs)).toContain('ml_scope=translation');
  });

  it('8.15 is each word of the addresses that are served', async () => {
    const declared = (target: object) => [Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined];
    const methods = ({ prototype }: Type) =>
      Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) =>
        typeof value === 'function' ? declared(value as object) : [],
      );
    const paths = (await classesIn('controller')).flatMap((each) => [...declared(each), ...methods(each)]).flat();
    const words = new Set(paths.flatMap((path) => path?.split('/') ?? []).filter((word) => /^[^:]/.test(word)));
    expect([...words].filter((word) => redactUrl(`/${word}`).path !== `/${word}`)).toEqual([]);
    expect(words).toContain('by-slug');
  });
});
