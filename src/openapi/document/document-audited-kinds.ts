import type { OpenAPIObject } from '@nestjs/swagger';
import type { ListAuditQuery } from '../../accounts/dto/list-audit.query.js';
import { AuditEntryView } from '../../accounts/dto/audit-entry.view.js';
import { ADMIN_PATHS } from '../../kernel/context/namespace.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { auditedKinds } from '../../records/audit/audit-entry.entity.js';
import type { ParameterObject } from './document-parts.js';

const KIND: keyof AuditEntryView & keyof ListAuditQuery = 'kind';

/** Documents what the audit of an application tells of: its kinds, those of extensions included, users and tokens. */
export function documentAuditedKinds(document: OpenAPIObject, kinds: readonly RecordKind[]): void {
  for (const schema of [entryKind(document), filterKind(document)])
    if (schema) Object.assign(schema, { enum: auditedKinds(kinds) });
}

function entryKind({ components }: OpenAPIObject): object | undefined {
  const entry = components?.schemas?.[AuditEntryView.name] as { properties?: Record<string, object> } | undefined;
  return entry?.properties?.[KIND];
}

function filterKind({ paths }: OpenAPIObject): object | undefined {
  const parameters = paths[`/${ADMIN_PATHS.audit}`]?.get?.parameters as ParameterObject[] | undefined;
  return parameters?.find(({ name }) => name === KIND)?.schema?.['items'] as object | undefined;
}
