import { bodySchema } from '../support/document/example-requests.js';
import { operationsIn, type LocatedOperation, type ServedDocument } from '../support/document/served-document.js';
import { requiredFieldsOf, KINDS } from '../support/records/kinds.js';
import type { RawRequest } from '../support/requests/raw-request.js';

/** Headers with URLs or host names that servers have followed. */
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

/** Parameters with URLs that other services follow. This service has none of them. */
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

/** Returns a URL of the listener that names the place of the request. */
export type UrlFor = (place: string) => string;

/** Ids of existing records by the path of their kind. */
export type KnownIds = Readonly<Record<string, number>>;

/** Requests of every operation with a URL in the path, in every parameter and in headers. */
export function* requestsWithUrl(document: ServedDocument, ids: KnownIds, address: UrlFor): Generator<RawRequest> {
  for (const operation of operationsIn(document)) {
    yield* inPathAndQuery(operation, ids, address);
    yield* inHeaders(operation, ids, address);
  }
}

/** A write with a URL in every field. */
export interface FilledWrite {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly requiredFields: Readonly<Record<string, unknown>>;
}

/** Creates, and updates by id with PATCH, with the URL in every form that a field may accept. */
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

/** XML bodies with external entities, under several media types. */
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

/** Forms of a URL in a field. */
const FORMS: readonly ((at: string) => unknown)[] = [
  (at) => at,
  (at) => `<img src="${at}"><a href="${at}">a</a><iframe src="${at}"></iframe><link rel="stylesheet" href="${at}">`,
  (at) => ({ venue: at, organizer: at, website: at, url: at, image: at, $ref: at, '@id': at }),
  (at) => [at, { venue: at, organizer: at, website: at, image: at }],
];

function requiredFieldsOfOperation({ path }: LocatedOperation): Record<string, unknown> {
  const kind = KINDS.find((each) => path === `/calendar/events/v1/${each.path}`);
  return kind ? requiredFieldsOf(kind) : {};
}
