import { Injectable, type Type } from '@nestjs/common';
import { MAX_FIELD_LEVELS, type FieldSelection } from '../../kernel/context/field-selection.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import { viewMember, viewMemberNames } from '../../kernel/schema/view-members.js';
import { MAX_SELECTED_FIELDS } from '../../kernel/schema/limits.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';

/** Longest part of an unknown name that an error repeats. */
const MAX_REPEATED_LENGTH = 60;

/** Checks the names in `fields` against the view that an operation responds with. */
@Injectable()
export class FieldNames {
  constructor(private readonly extensions: RecordExtensions) {}

  /** @param view of a record, or of a list of records */
  errors(view: Type, { names }: FieldSelection): FieldErrors {
    if (names.length > MAX_SELECTED_FIELDS)
      return { fields: { key: 'validation.too_many_values', args: { max: MAX_SELECTED_FIELDS } } };
    const record = recordViewOf(view);
    const unknown = names.filter((name) => !this.isKnown(record, name.split('.')));
    if (unknown.length === 0) return {};
    const repeated = [...new Set(unknown)].map((name) => name.slice(0, MAX_REPEATED_LENGTH));
    return { fields: { key: 'validation.unknown_fields', args: { names: repeated.join(', ') } } };
  }

  private isKnown(view: Type, path: readonly string[]): boolean {
    const [name = '', ...rest] = path;
    if (path.length > MAX_FIELD_LEVELS) return false;
    const member = [view, ...this.extensions.extensionClassesFor(view)]
      .map((each) => viewMember(each, name))
      .find(Boolean);
    if (!member || rest.length === 0) return member !== undefined;
    if (member.view) return this.isKnown(member.view, rest);
    return member.isOpen || (member.names ?? []).includes(rest[0] ?? '');
  }
}

/** The view of the records of a list, or the view itself. */
function recordViewOf(view: Type): Type {
  const members = viewMemberNames(view);
  if (!members.includes('total_pages')) return view;
  return members.map((name) => viewMember(view, name)?.view).find((each) => each !== undefined) ?? view;
}
