import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { extensionPointOf, type ExtensionPoint } from './extensible.decorator.js';
import { documentedMembers } from './field.js';
import { isClass, toClasses } from './view-members.js';

/** Metadata keys of `@nestjs/swagger`. Its package does not export them. */
const SWAGGER_RESPONSES_METADATA = 'swagger/apiResponse';
const SWAGGER_PROPERTY_METADATA = 'swagger/apiModelProperties';

/** Finds the extensible classes at an extension point; of any kind or part if none is given. */
export type ExtensibleClassLookup = (point: Partial<ExtensionPoint>) => readonly Type[];

/** The extensible classes of an application: what its handlers read and what they respond with, nested views included. */
export function collectExtensibleClasses(controllers: Iterable<Type>): ExtensibleClassLookup {
  const scanner = new MetadataScanner();
  const found = new Set<Type>();
  for (const { prototype } of controllers as Iterable<{ prototype: object }>) {
    for (const name of scanner.getAllMethodNames(prototype)) {
      for (const type of parameterTypes(prototype, name)) if (extensionPointOf(type)) found.add(type);
      for (const type of responseTypes(prototype, name)) addExtensibleViews(type, found, new Set());
    }
  }
  return ({ kind, part }) =>
    [...found].filter((type) => {
      const point = extensionPointOf(type);
      return (part === undefined || point?.part === part) && (kind === undefined || point?.kind === kind);
    });
}

/** Classes of the parameters of a handler. */
export const parameterTypes = (prototype: object, name: string): Type[] =>
  ((Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as unknown[]).filter(isClass);

function responseTypes(prototype: object, name: string): Type[] {
  const handler = (prototype as Record<string, object>)[name] as object;
  const responses = (Reflect.getMetadata(SWAGGER_RESPONSES_METADATA, handler) ?? {}) as Record<
    string,
    { type?: unknown }
  >;
  return Object.values(responses).flatMap(({ type }) => toClasses(type));
}

/** Adds a view and the views that it consists of. */
function addExtensibleViews(view: Type, found: Set<Type>, visited: Set<Type>): void {
  if (visited.has(view)) return;
  visited.add(view);
  if (extensionPointOf(view)) found.add(view);
  for (const name of documentedMembers(view)) {
    const { type } = (Reflect.getMetadata(SWAGGER_PROPERTY_METADATA, view.prototype as object, name) ?? {}) as {
      type?: unknown;
    };
    for (const member of toClasses(type)) addExtensibleViews(member, found, visited);
  }
}
