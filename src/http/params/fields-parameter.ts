import type { ExecutionContext, Type } from '@nestjs/common';
import type { Request } from 'express';
import { MAX_FIELD_LEVELS, createFieldSelection, type FieldSelection } from '../../kernel/context/field-selection.js';
import type { FieldErrors } from '../../kernel/errors/api-error.js';
import { toClasses } from '../../kernel/schema/collect-extensible-classes.js';
import { documentedMembers, memberSchemaOf } from '../../kernel/schema/field.js';
import { MAX_SELECTED_FIELDS } from '../../kernel/schema/limits.js';
import { listElements } from '../../kernel/schema/parsers.js';
import type { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { requestStateOf } from '../request/request-state.js';
import { selectableView } from '../routes/selectable-fields.decorator.js';
import { parametersOf } from './request-parameters.js';

/** The parameter that selects the members of records in a response. */
export const FIELDS_PARAMETER = 'fields';

/** Longest part of an unknown name that an error repeats. */
const MAX_QUOTED_NAME_LENGTH = 60;

/** Reads the parameter `fields` and keeps it for the handler and the response. Operations without the parameter ignore it. */
export function storeFieldSelection(execution: ExecutionContext): FieldSelection | undefined {
  const request = execution.switchToHttp().getRequest<Request>();
  const state = requestStateOf(request);
  if (state.fields || !selectableView(execution.getHandler())) return state.fields;
  const sent = parametersOf(request).values.get(FIELDS_PARAMETER) ?? '';
  // Instead of an element that is no text, the error names its type.
  const names = listElements(sent).map((name) => (typeof name === 'string' ? name.trim() : typeof name));
  const given = names.filter((name) => name !== '');
  if (given.length > 0) state.fields = createFieldSelection(given);
  return state.fields;
}

/** The error of unknown or too many fields. `view` is the view of a record, or of a list of records. */
export function selectionErrors(view: Type, { names }: FieldSelection, extensions: RecordExtensions): FieldErrors {
  if (names.length > MAX_SELECTED_FIELDS)
    return { fields: { key: 'validation.too_many_values', args: { max: MAX_SELECTED_FIELDS } } };
  const record = recordViewOf(view);
  const isUnknown = (name: string) => {
    const path = name.split('.');
    return path.length > MAX_FIELD_LEVELS || !hasMember(record, path, extensions);
  };
  const unknown = [...names.entries()].filter(([, name]) => isUnknown(name));
  if (unknown.length === 0) return {};
  const quoted = new Set(unknown.map(([, name]) => name.slice(0, MAX_QUOTED_NAME_LENGTH)));
  const elements = unknown.map(([position]) => position);
  return { fields: { key: 'validation.unknown_fields', args: { names: [...quoted].join(', ') }, elements } };
}

function hasMember(view: Type, [name = '', ...rest]: readonly string[], extensions: RecordExtensions): boolean {
  const views = [view, ...extensions.extensionClassesFor(view)];
  const schema = views.map((each) => memberSchemaOf(each, name)).find(Boolean);
  if (!schema || rest.length === 0) return schema !== undefined;
  const memberView = viewOf(schema);
  if (memberView) return hasMember(memberView, rest, extensions);
  const { properties = {}, additionalProperties = false } = schema as ObjectSchema;
  return additionalProperties !== false || Object.hasOwn(properties, rest[0] ?? '');
}

interface ObjectSchema {
  readonly properties?: object;
  readonly additionalProperties?: unknown;
}

function viewOf({ type }: { type?: unknown }): Type | undefined {
  return toClasses(type).find((each) => documentedMembers(each).length > 0);
}

/** The view of the records of a list, or the view itself. */
function recordViewOf(view: Type): Type {
  const members = documentedMembers(view);
  if (!members.includes('total_pages')) return view;
  return members.map((name) => viewOf(memberSchemaOf(view, name) ?? {})).find(Boolean) ?? view;
}
