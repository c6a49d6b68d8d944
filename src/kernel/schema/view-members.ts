import type { Type } from '@nestjs/common';
import { documentedMembers } from './field.js';

/** Metadata key of `@nestjs/swagger`. Its package does not export it. */
const MEMBER = 'swagger/apiModelProperties';

/** A documented member of a view, as far as its own members are known. */
export interface ViewMember {
  /** The view of the member, or of its elements. */
  readonly view?: Type;
  /** The members of an object without a view. */
  readonly names?: readonly string[];
  /** Whether any member may occur. */
  readonly isOpen: boolean;
}

interface DocumentedMember {
  readonly type?: unknown;
  readonly properties?: object;
  readonly additionalProperties?: unknown;
}

/** The names of the documented members of a view. */
export const viewMemberNames = documentedMembers;

/** A member of a view. */
export function viewMember(view: Type, name: string): ViewMember | undefined {
  if (!documentedMembers(view).includes(name)) return undefined;
  const { type, properties, additionalProperties } = (Reflect.getMetadata(MEMBER, view.prototype as object, name) ??
    {}) as DocumentedMember;
  const [memberView] = toClasses(type);
  return {
    ...(memberView && documentedMembers(memberView).length > 0 ? { view: memberView } : {}),
    ...(properties ? { names: Object.keys(properties) } : {}),
    isOpen: additionalProperties !== undefined && additionalProperties !== false,
  };
}

/** The class of a documented type: `View`, `[View]` or `() => View`. */
export function toClasses(type: unknown): Type[] {
  const [each] = [type].flat();
  if (isClass(each)) return [each];
  return typeof each === 'function' ? toClasses((each as () => unknown)()) : [];
}

export const isClass = (type: unknown): type is Type => typeof type === 'function' && type.prototype !== undefined;
