import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import type { RecordKind } from '../context/record-kind.js';

/** Where something can be added: what is sent to write a record of a kind, what its list is asked for, what it is served as. */
export interface AdditionPoint {
  readonly kind: RecordKind;
  readonly part: 'input' | 'query' | 'view';
}

const POINT = Symbol('calendar:addition-point');
const classes = new Map<Type, AdditionPoint>();

/** Lets extensions add to a DTO, and to those that are made of it. */
export function TakesAdditions(kind: RecordKind, part: AdditionPoint['part']): ClassDecorator {
  return (target) => {
    const point: AdditionPoint = { kind, part };
    classes.set(target as unknown as Type, point);
    Reflect.defineMetadata(POINT, point, target.prototype as object);
  };
}

/** The classes of a kind that let something be added at a point; of any kind where none is named. */
export function classesAt({ kind, part }: Partial<AdditionPoint>): readonly Type[] {
  const wanted = [...classes].filter(
    ([, point]) => (part === undefined || point.part === part) && (kind === undefined || point.kind === kind),
  );
  return wanted.map(([each]) => each);
}

/** Where a class lets something be added. */
export const additionPointOf = ({ prototype }: Type): AdditionPoint | undefined =>
  Reflect.getMetadata(POINT, prototype as object) as AdditionPoint | undefined;

/** Lets extensions add to a DTO what they may add to another. */
export function copyAdditionPoint(from: Type, to: Type): void {
  const point = additionPointOf(from);
  if (point) TakesAdditions(point.kind, point.part)(to);
}
