import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import type { RecordKind } from '../context/record-kind.js';

/** Where something can be added: what is sent to write a record of a kind, what its list is asked for, what it is served as. */
export interface ExtensionPoint {
  readonly kind: RecordKind;
  readonly part: 'input' | 'query' | 'view';
}

const EXTENSION_POINT_METADATA = Symbol('calendar:extension-point');

/** Lets extensions add to a DTO, and to those that are made of it. */
export function Extensible(kind: RecordKind, part: ExtensionPoint['part']): ClassDecorator {
  return (target) => {
    const point: ExtensionPoint = { kind, part };
    Reflect.defineMetadata(EXTENSION_POINT_METADATA, point, target.prototype as object);
  };
}

/** Where a class lets something be added. */
export const extensionPointOf = ({ prototype }: Type): ExtensionPoint | undefined =>
  Reflect.getMetadata(EXTENSION_POINT_METADATA, prototype as object) as ExtensionPoint | undefined;

/** Lets extensions add to a DTO what they may add to another. */
export function copyExtensionPoint(from: Type, to: Type): void {
  const point = extensionPointOf(from);
  if (point) Extensible(point.kind, point.part)(to);
}
