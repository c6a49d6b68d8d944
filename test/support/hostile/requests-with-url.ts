import { bodySchema } from '../document/example-requests.js';
import { operationsIn, type LocatedOperation, type ServedDocument } from '../document/served-document.js';
import { requiredFieldsOf, KINDS } from '../kinds.js';
import type { RawRequest } from '../raw-request.js';

/** Headers that servers have followed, or that say where something is. */
const HEADERS = [
  'X-Forwarded-For',
  'Forwarded',
  'Via',
  'Origin',
  'Referer',
  'Link',
  'Destination',
  'Content-Location',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Callback-URL',
  'Cookie',
  'User-Agent',
  'From',
];

/** Names of parameters that services have followed; ours knows none of them. */
const PARAMETERS = [
  'url',
  'uri',
  'src',
  'redirect',
  'redirect_uri',
  'next',
  'callback',
  'webhook',
  'feed',
  'proxy',
  '_links',
];

/** Gives an address of the listener that tells from where it was called. */
export type UrlFor = (place: string) => string;

/** Ids of records that requests may name, by the path of their kind. */
export type KnownIds = Readonly<Record<string, number>>;

/** Requests of every operation that bring an address in every place of theirs that takes one, or a text, but their bodies. */
export function* requestsWithUrl(document: ServedDocument, ids: KnownIds, address: UrlFor): Generator<RawRequest> {
  for (const operation of operationsIn(document)) {
    yield* inPathAndQuery(operation, ids, address);
    yield* inHeaders(operation, ids, address);
  }
}

/** A write that brings an address in every one of its fields. */
export interface FilledWrite {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** What it needs where fields are left out. */
  readonly requiredFields: Readonly<Record<string, unknown>>;
}

/** Creations, and updates by id of one method, as the others are the same; each in all the forms that a field may take. */
export function writesWithUrl(document: ServedDocument, ids: KnownIds, address: UrlFor): FilledWrite[] {
  const isById = ({ path, method }: LocatedOperation) => path.endsWith('{id}') && method === 'PATCH';
  const creates = ({ path, method }: LocatedOperation) => !path.endsWith('}') && method === 'POST';
  const operations = operationsIn(document).filter((each) => isById(each) || creates(each));
  return operations.flatMap((operation) =>
    FORMS.map((form) => {
      const names = [...Object.keys(bodySchema(document, operation).properties ?? {}), '$schema', 'rest_url'];
      const fields = names.map((name) => [name, form(address(`${operation.location} ${name}`))]);
      const { method } = operation;
      const path = pathOf(operation, ids, 'nowhere');
      return {
        method,
        path,
        fields: Object.fromEntries(fields) as Record<string, unknown>,
        requiredFields: requiredFieldsOfOperation(operation),
      };
    }),
  );
}

/** Bodies that are no fields at all, but name a place to look. */
export function bodiesWithUrl(at: string): RawRequest[] {
  const body = `<?xml version="1.0"?><!DOCTYPE a SYSTEM "${at}" [<!ENTITY % b SYSTEM "${at}">%b;]><a xmlns="${at}"/>`;
  const types = ['application/xml', 'text/xml', 'application/json', 'application/x-www-form-urlencoded'];
  return KINDS.flatMap(({ path }) =>
    types.map((type) => ({
      method: 'POST',
      path: `/calendar/events/v1/${path}`,
      headers: { 'Content-Type': type },
      body,
    })),
  );
}

function pathOf({ path }: LocatedOperation, ids: KnownIds, slug: string): string {
  const [, , , , kind = ''] = path.split('/');
  return path.replace('{id}', String(ids[kind] ?? 1)).replace('{slug}', encodeURIComponent(slug));
}

function* inPathAndQuery(operation: LocatedOperation, ids: KnownIds, address: UrlFor): Generator<RawRequest> {
  const { method, parameters = [], location } = operation;
  const path = pathOf(operation, ids, address(location));
  const declared = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => [name]);
  for (const names of [...declared, PARAMETERS]) {
    const pairs = names.map((name): [string, string] => [name, address(`${location} ?${name}`)]);
    yield { method, path: `${path}?${new URLSearchParams(pairs).toString()}` };
  }
  yield { method, path: `${address(location)}${path}` };
}

function* inHeaders(operation: LocatedOperation, ids: KnownIds, address: UrlFor): Generator<RawRequest> {
  const { method, parameters = [], location } = operation;
  const path = pathOf(operation, ids, 'nowhere');
  const declared = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const all = [...HEADERS, ...declared].map((name) => [name, address(`${location} ${name}`)]);
  const host = new URL(address(location)).host;
  yield { method, path, headers: Object.fromEntries(all) as Record<string, string> };
  yield { method, path, headers: { Host: host, 'X-Forwarded-Host': host } };
  yield { method, path, headers: { Authorization: address(location) } };
  yield { method, path, headers: { Authorization: `Bearer ${address(location)}` } };
}

/** The forms in which a field may take an address. */
const FORMS: readonly ((at: string) => unknown)[] = [
  (at) => at,
  (at) => `<img src="${at}"><a href="${at}">a</a><iframe src="${at}"></iframe><link rel="stylesheet" href="${at}">`,
  (at) => ({ venue: at, organizer: at, website: at, url: at, image: at, $ref: at, '@id': at }),
  (at) => [at, { venue: at, organizer: at, website: at, image: at }],
];

/** What a creation needs besides. */
function requiredFieldsOfOperation({ path }: LocatedOperation): Record<string, unknown> {
  const kind = KINDS.find((each) => path === `/calendar/events/v1/${each.path}`);
  return kind ? requiredFieldsOf(kind) : {};
}
