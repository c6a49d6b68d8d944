import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { extensionPointOf, type ExtensionPoint } from './extensible.decorator.js';
import { documentedMembers, memberSchemaOf } from './field.js';

/** Metadata key of `@nestjs/swagger`. The package does not export it. */
const SWAGGER_RESPONSES_METADATA = 'swagger/apiResponse';

/** Finds the extensible classes at an extension point. Without `kind` or `part`, those of every kind or part. */
export type ExtensibleClassLookup = (point: Partial<ExtensionPoint>) => readonly Type[];

/** The extensible classes of an application: DTOs of its handlers and views of its responses, nested views included. */
export function collectExtensibleClasses(controllers: Iterable<Type>): ExtensibleClassLookup {
  const scanner = new MetadataScanner();
  const classes = new Set<Type>();
  for (const { prototype } of controllers as Iterable<{ prototype: object }>) {
    for (const name of scanner.getAllMethodNames(prototype)) {
      for (const type of parameterTypes(prototype, name)) classes.add(type);
      for (const type of responseTypes(prototype, name)) addViews(type, classes);
    }
  }
  const points = [...classes].map((type) => ({ type, point: extensionPointOf(type) }));
  return ({ kind, part }) =>
    points.flatMap(({ type, point }) =>
      point && (part ?? point.part) === point.part && (kind ?? point.kind) === point.kind ? [type] : [],
    );
}

export const parameterTypes = (prototype: object, name: string): Type[] =>
  ((Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as unknown[]).filter(isClass);

function responseTypes(prototype: object, name: string): Type[] {
  const handler = (prototype as Record<string, object>)[name] as object;
  const responses: unknown = Reflect.getMetadata(SWAGGER_RESPONSES_METADATA, handler) ?? {};
  return Object.values(responses as Record<string, { type?: unknown }>).flatMap(({ type }) => toClasses(type));
}

function addViews(view: Type, classes: Set<Type>): void {
  if (classes.has(view)) return;
  classes.add(view);
  for (const name of documentedMembers(view))
    for (const member of toClasses(memberSchemaOf(view, name)?.type)) addViews(member, classes);
}

/** The class of a documented type: `View`, `[View]` or `() => View`. Empty for any other type. */
export function toClasses(type: unknown): Type[] {
  const [each] = [type].flat();
  if (isClass(each)) return [each];
  return typeof each === 'function' ? toClasses((each as () => unknown)()) : [];
}

const isClass = (type: unknown): type is Type => typeof type === 'function' && type.prototype !== undefined;
