import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import { ALL_CODES } from '../../support/requests/error-codes.js';
import { DOCUMENTED_HEADERS } from '../../../src/http/routes/operation-docs.js';
import { LANGUAGES } from '../../../src/kernel/language/languages.js';
import { collectTexts } from '../../../src/kernel/text/collect-texts.js';

const SOURCES = join(import.meta.dirname, '../../../src');
/** Files with classes that have text keys in their metadata. */
const DECORATED = '**/*.{controller,dto,fields,query,view}.ts';
/** Metadata keys of Nest's Swagger module. */
const TAGS = 'swagger/apiUseTags';
const MEMBERS = 'swagger/apiModelPropertiesArray';
const MEMBER = 'swagger/apiModelProperties';
/** Prefix of a text key with a fixed language: `ca:examples.event.slug`. */
const FIXED_LANGUAGE = new RegExp(`^(${LANGUAGES.join('|')}):`);

/** Message key with the names of the values for its placeholders. */
interface MessageUse {
  readonly key: string;
  readonly args: readonly string[];
}

type IsKey = (text: string) => boolean;

/** Returns the controllers and the classes that describe requests and responses. */
export async function decoratedClasses(): Promise<Type[]> {
  const paths = globSync(DECORATED, { cwd: SOURCES }).map((path) => join(SOURCES, path));
  const exported = new Set<unknown>();
  const modules = await Promise.all(paths.map((path) => import(path) as Promise<object>));
  for (const module of modules) Object.values(module).forEach((value) => exported.add(value));
  return [...exported].filter(
    (value): value is Type => typeof value === 'function' && String(value).startsWith('class'),
  );
}

/** Returns every text key that the code uses. */
export function usedKeys(classes: readonly Type[], isKey: IsKey): Set<string> {
  const decorations = classes.flatMap(decorationTexts).map((text) => text.replace(FIXED_LANGUAGE, ''));
  return new Set([
    ...keysOfErrors(),
    ...keysInSources(isKey),
    ...decorations.filter(isKey),
    ...classes.flatMap(tagKeys),
    ...headerKeys(),
  ]);
}

/** Returns the validation messages in the source code. */
export function messagesInSources(): MessageUse[] {
  const pattern = /\b(?:key: |InvalidValue\()'(validation(?:\.\w+)+)'(?:,\s*(?:args: )?\{(?<args>[^}]*)\})?/g;
  const matches = sources().flatMap((source) => [...source.matchAll(pattern)]);
  return matches.map(({ 1: key = '', groups }) => ({ key, args: groups?.['args']?.match(/\w+/g) ?? [] }));
}

/** Returns the documented members of a class, as `Class.member`, with their descriptions. */
export function describedMembers({ name, prototype }: Type): { member: string; description: unknown }[] {
  return memberNames(prototype as object).map((member) => {
    const { description } = Reflect.getMetadata(MEMBER, prototype as object, member) as { description?: unknown };
    return { member: `${name}.${member}`, description };
  });
}

function keysOfErrors(): string[] {
  return Object.keys(ALL_CODES).flatMap((code) => [`errors.${code}.title`, `errors.${code}.detail`]);
}

/** String literals in the code that are keys by `isKey`, and any value of `key:`. */
function keysInSources(isKey: IsKey): string[] {
  const matches = sources().flatMap((source) => [...source.matchAll(/(\bkey: )?'(\w+(?:\.\w+)+)'/g)]);
  return matches
    .filter(([, isMessage, text = '']) => isMessage !== undefined || isKey(text))
    .map(([, , text = '']) => text);
}

function sources(): string[] {
  return globSync('**/*.ts', { cwd: SOURCES }).map((path) => readFileSync(join(SOURCES, path), 'utf8'));
}

/** Each tag of the API document has two texts: its name and its description. */
function tagKeys(controller: Type): string[] {
  const tags = (Reflect.getMetadata(TAGS, controller) ?? []) as string[];
  return tags.flatMap((tag) => [`operations.tag_names.${tag}`, `operations.tags.${tag}`]);
}

/** Each documented header has a text. Its key contains the name of the header. */
function headerKeys(): string[] {
  return Object.keys(DOCUMENTED_HEADERS).map((name) => `operations.headers.${name.replaceAll('-', '_')}`);
}

/** Texts in the metadata of a class, its methods and its members. */
function decorationTexts({ prototype }: Type): string[] {
  const methods = Object.values(Object.getOwnPropertyDescriptors(prototype as Record<string, unknown>)).map(
    ({ value }) => value,
  );
  const targets = [prototype, ...methods.filter((value) => typeof value === 'function')] as object[];
  return [
    ...targets.flatMap((target) => metadataTexts(target)),
    ...memberNames(prototype as object).flatMap((member) => metadataTexts(prototype as object, member)),
  ];
}

function memberNames(prototype: object): string[] {
  const names = (Reflect.getMetadata(MEMBERS, prototype) ?? []) as string[];
  return names.map((name) => name.replace(/^:/, ''));
}

function metadataTexts(target: object, member: string = ''): string[] {
  const keys = (member ? Reflect.getMetadataKeys(target, member) : Reflect.getMetadataKeys(target)) as unknown[];
  return keys.flatMap((key) =>
    collectTexts(member ? Reflect.getMetadata(key, target, member) : Reflect.getMetadata(key, target)),
  );
}
