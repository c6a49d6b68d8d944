import type { Type } from '@nestjs/common';
import 'reflect-metadata';
import type { RecordKind } from '../context/record-kind.js';

/** A place where extensions add members: the input, the list query or the view of a kind. */
export interface ExtensionPoint {
  readonly kind: RecordKind;
  readonly part: 'input' | 'query' | 'view';
}

const EXTENSION_POINT_METADATA = Symbol('calendar:extension-point');

/** Allows extensions to add members to a DTO or view, its subclasses and its `PartialFields`. */
export function Extensible(kind: RecordKind, part: ExtensionPoint['part']): ClassDecorator {
  return ({ prototype }) =>
    Reflect.defineMetadata(EXTENSION_POINT_METADATA, { kind, part } satisfies ExtensionPoint, prototype as object);
}

export const extensionPointOf = ({ prototype }: Type): ExtensionPoint | undefined =>
  Reflect.getMetadata(EXTENSION_POINT_METADATA, prototype as object) as ExtensionPoint | undefined;
