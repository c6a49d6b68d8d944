import { can } from '../kernel/context/permissions.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { accessAttributesOf, type PublishingRow } from '../records/publishing/publishing.select.js';

/** An event as far as its password is concerned. */
export type ProtectedEventRow = PublishingRow & { readonly password_protected: boolean };

/** Whether an event with a password hides what it holds from the requester until he gives it. */
export const requiresPassword = ({ principal }: RequestContext, event: ProtectedEventRow): boolean =>
  event.password_protected && !can(principal, 'edit', accessAttributesOf(event));

/** Whether the requester may know that there is such an event. */
export const isVisibleToCaller = ({ principal }: RequestContext, event: ProtectedEventRow): boolean =>
  !event.is_trashed && can(principal, 'read', accessAttributesOf(event));
