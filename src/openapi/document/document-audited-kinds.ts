import type { OpenAPIObject } from '@nestjs/swagger';
import { ListAuditQuery } from '../../accounts/dto/list-audit.query.js';
import { AuditEntryView } from '../../accounts/dto/audit-entry.view.js';
import { ADMIN_PATHS } from '../../kernel/context/namespace.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { auditedKinds } from '../../records/audit/audit-entry.entity.js';
import type { ParameterObject } from './document-parts.js';

/** Documents what the audit of an application tells of: its kinds, those of extensions included, users and tokens. */
export function documentAuditedKinds({ paths, components }: OpenAPIObject, kinds: readonly RecordKind[]): void {
  const values = auditedKinds(kinds);
  const entry = components?.schemas?.[AuditEntryView.name] as { properties?: Record<string, object> } | undefined;
  if (entry?.properties?.['kind']) Object.assign(entry.properties['kind'], { enum: values });
  const parameters = (paths[`/${ADMIN_PATHS.audit}`]?.get?.parameters ?? []) as ParameterObject[];
  const items = parameters.find(({ name }) => name === KIND)?.schema?.['items'];
  if (items) Object.assign(items, { enum: values });
}

const KIND: keyof ListAuditQuery = 'kind';
