import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import 'reflect-metadata';
import { ERROR_CODES } from '../../../src/common/errors/error-codes.js';
import { textsIn } from '../../../src/common/text/texts-in.js';

const SOURCES = join(import.meta.dirname, '../../../src');
/** Files whose classes carry keys of texts in their metadata. */
const DECORATED = '**/*.{controller,dto,fields,query,view}.ts';
const SWAGGER_TAGS = 'swagger/apiUseTags';
const SWAGGER_MEMBERS = 'swagger/apiModelPropertiesArray';
const SWAGGER_MEMBER = 'swagger/apiModelProperties';

/** The classes that describe requests and answers, and the controllers. */
export async function decoratedClasses(): Promise<Type[]> {
  const paths = globSync(DECORATED, { cwd: SOURCES }).map((path) => join(SOURCES, path));
  const modules = await Promise.all(paths.map((path) => import(path) as Promise<Record<string, unknown>>));
  const exported = new Set(modules.flatMap((module) => Object.values(module)));
  return [...exported].filter((each): each is Type => typeof each === 'function' && String(each).startsWith('class'));
}

/** The documented members of a class by name, each with its description. */
export function describedMembers({ prototype }: Type): [name: string, description: unknown][] {
  return memberNames(prototype as object).map((name) => {
    const options = Reflect.getMetadata(SWAGGER_MEMBER, prototype as object, name) as { description?: unknown };
    return [name, options.description];
  });
}

/** Keys that classes carry in what Nest, Swagger and class-validator know of them. */
export function keysInMetadata(classes: readonly Type[], isKey: (text: string) => boolean): string[] {
  const texts = classes.flatMap((each) => [...decorationsOf(each), ...validatorsOf(each).map(({ key }) => key)]);
  return [...texts.filter(isKey), ...classes.flatMap(tagKeys)];
}

/** Messages of validators, with the names of the values that they bring for placeholders. */
export function validatorsOf(dto: Type): { key: string; args: string[] }[] {
  const validators = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  return validators.map(({ message, context }) => ({ key: String(message), args: Object.keys((context ?? {}) as object) }));
}

/** Keys that stand in the code as a whole. */
export function keysInSources(isKey: (text: string) => boolean): string[] {
  const sources = globSync('**/*.ts', { cwd: SOURCES }).map((path) => readFileSync(join(SOURCES, path), 'utf8'));
  const literals = sources.flatMap((source) => [...source.matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, text = '']) => text));
  return literals.filter(isKey);
}

/** Keys of the texts of errors. */
export function keysOfErrors(): string[] {
  return Object.keys(ERROR_CODES).flatMap((code) => [`errors.${code}.title`, `errors.${code}.detail`]);
}

/** A tag of the API document is explained by a text of its own name. */
function tagKeys(controller: Type): string[] {
  const tags = (Reflect.getMetadata(SWAGGER_TAGS, controller) ?? []) as string[];
  return tags.map((tag) => `operations.tags.${tag}`);
}

function decorationsOf(each: Type): string[] {
  const prototype = each.prototype as Record<string, object>;
  const methods = Object.getOwnPropertyDescriptors(prototype);
  const handlers = Object.values(methods).map(({ value }) => value as unknown).filter((value) => typeof value === 'function');
  const members = memberNames(prototype);
  return [
    ...[prototype, ...handlers].flatMap((target) => metadataTexts(target as object)),
    ...members.flatMap((name) => metadataTexts(prototype, name)),
  ];
}

function memberNames(prototype: object): string[] {
  const names = (Reflect.getMetadata(SWAGGER_MEMBERS, prototype) ?? []) as string[];
  return names.map((name) => name.replace(/^:/, ''));
}

function metadataTexts(target: object, member?: string): string[] {
  const keys = (member === undefined ? Reflect.getMetadataKeys(target) : Reflect.getMetadataKeys(target, member)) as unknown[];
  const values = keys.map((key): unknown =>
    member === undefined ? Reflect.getMetadata(key, target) : Reflect.getMetadata(key, target, member),
  );
  return values.flatMap(textsIn);
}
