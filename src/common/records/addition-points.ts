import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import type { RecordKind } from './kinds.js';

/** Where something can be added: what is sent to write a record of a kind, what its list is asked for, what it is served as. */
export interface AdditionPoint {
  readonly kind: RecordKind;
  readonly part: 'input' | 'query' | 'view';
}

const POINT = Symbol('calendar:addition-point');
const views = new Set<Type>();

/** Lets extensions add to a DTO, and to those that are made of it. */
export function TakesAdditions(kind: RecordKind, part: AdditionPoint['part']): ClassDecorator {
  return (target) => {
    if (part === 'view') views.add(target as unknown as Type);
    Reflect.defineMetadata(POINT, { kind, part } satisfies AdditionPoint, target.prototype as object);
  };
}

/** Every class of what is served that lets something be added. */
export const viewsOf = (): readonly Type[] => [...views];

/** Where a class lets something be added. */
export const additionPointOf = ({ prototype }: Type): AdditionPoint | undefined =>
  Reflect.getMetadata(POINT, prototype as object) as AdditionPoint | undefined;

/** Lets extensions add to a DTO what they may add to another. */
export function copyAdditionPoint(from: Type, to: Type): void {
  const point = additionPointOf(from);
  if (point) TakesAdditions(point.kind, point.part)(to);
}
