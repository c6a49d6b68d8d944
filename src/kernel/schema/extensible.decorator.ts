import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import type { RecordKind } from '../context/record-kind.js';

/** Where something can be added: what is sent to write a record of a kind, what its list is asked for, what it is served as. */
export interface ExtensionPoint {
  readonly kind: RecordKind;
  readonly part: 'input' | 'query' | 'view';
}

const EXTENSION_POINT = Symbol('calendar:extension-point');
const extensionPoints = new Map<Type, ExtensionPoint>();

/** Lets extensions add to a DTO, and to those that are made of it. */
export function Extensible(kind: RecordKind, part: ExtensionPoint['part']): ClassDecorator {
  return (target) => {
    const point: ExtensionPoint = { kind, part };
    extensionPoints.set(target as unknown as Type, point);
    Reflect.defineMetadata(EXTENSION_POINT, point, target.prototype as object);
  };
}

/** The classes of a kind that let something be added at a point; of any kind where none is named. */
export function extensibleClasses({ kind, part }: Partial<ExtensionPoint>): readonly Type[] {
  const matching = [...extensionPoints].filter(
    ([, point]) => (part === undefined || point.part === part) && (kind === undefined || point.kind === kind),
  );
  return matching.map(([type]) => type);
}

/** Where a class lets something be added. */
export const extensionPointOf = ({ prototype }: Type): ExtensionPoint | undefined =>
  Reflect.getMetadata(EXTENSION_POINT, prototype as object) as ExtensionPoint | undefined;

/** Lets extensions add to a DTO what they may add to another. */
export function copyExtensionPoint(from: Type, to: Type): void {
  const point = extensionPointOf(from);
  if (point) Extensible(point.kind, point.part)(to);
}
