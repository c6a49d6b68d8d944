import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { entityTag } from '../../kernel/context/entity-tags.js';
import { EXPIRES_KEY, type ExpiringView } from '../../kernel/context/expiry-trigger.js';
import { selectFromRecord, type SelectedMembers } from '../../kernel/context/field-selection.js';
import { Clock } from '../../kernel/time/clock.js';
import { READ_VIEW_KEY, VERSION_KEY, type EntityTagView } from '../../records/views/entity-tag-view.js';
import { isPrivateRequest } from '../caching/cache-key.js';
import { isReadMethod } from '../request/http-methods.js';
import { isApiRequest, isCalendarRequest, requestStateOf } from '../request/request-state.js';
import { TextResponse, type TextStream } from '../request/text-response.js';
import { AlternateUrls } from './alternate-urls.js';
import { isPage, setLinkHeader, setTotalHeaders } from './page-headers.js';

type View = EntityTagView &
  ExpiringView & { readonly rest_url?: string; readonly ml_language?: string; readonly modified_utc?: string };

/** Turns the result of a handler into the body of the response, and sets the headers that describe it. */
@Injectable()
export class ViewSerializer {
  constructor(
    private readonly clock: Clock,
    private readonly alternates: AlternateUrls,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** @returns JSON for a view of the API; the content of a `TextResponse`; texts, files, pages and empty bodies as they are */
  serialize(request: Request, response: Response, body: unknown): unknown {
    const isApi = isApiRequest(request);
    this.setCacheControl(request, response);
    if (body instanceof TextResponse) return this.serializeText(request, response, body);
    const view = isViewObject(body) ? body : undefined;
    if (view) this.setViewHeaders(request, response, view);
    this.setLanguageHeaders(request, response, view);
    if (!isApi) return body;
    if (!view) return setEntityTag(request, response, body);
    const state = requestStateOf(request);
    state.expires = view[EXPIRES_KEY];
    return this.stringifyAndSetHeaders(response, view, state.fields?.members);
  }

  private setViewHeaders(request: Request, response: Response, view: View): void {
    const page = isPage(view) ? view : undefined;
    if (page) setTotalHeaders(response, page);
    setLinkHeader(response, page, this.alternates.linksOf(request));
  }

  private serializeText(
    request: Request,
    response: Response,
    { content, headers, expires, page }: TextResponse,
  ): string | TextStream {
    const state = requestStateOf(request);
    state.expires = expires;
    this.setLanguageHeaders(request, response, undefined);
    if (page) {
      setTotalHeaders(response, page);
      setLinkHeader(response, this.alternates.withOwnUrls(request, page), []);
    }
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
    if (state.isNegotiated) response.setHeader('Content-Location', this.alternates.urlOf(request));
    if (typeof content === 'string' && !response.hasHeader('ETag')) response.setHeader('ETag', entityTag(content));
    return content;
  }

  /** Public reads may be cached and must be revalidated: in the calendar after `HTTP_MAX_AGE` seconds, elsewhere at once. */
  private setCacheControl(request: Request, response: Response): void {
    if (response.hasHeader('Cache-Control')) return; // set by the handler, as for files
    const isPublic = isReadMethod(request.method) && !isPrivateRequest(request);
    const maxAge = isCalendarRequest(request) ? this.configuration.HTTP_MAX_AGE : 0;
    response.setHeader('Cache-Control', isPublic ? `public, max-age=${maxAge}, must-revalidate` : 'no-store');
  }

  /** Sets the language of a record, or the requested one, and the URLs of the record. */
  private setLanguageHeaders(request: Request, response: Response, view: View | undefined): void {
    const requested = requestStateOf(request).language?.requested ?? this.configuration.DEFAULT_LANGUAGE;
    const { rest_url, ml_language } = view ?? {};
    const isRecord = rest_url !== undefined && ml_language !== undefined;
    response.setHeader('Content-Language', isRecord ? ml_language : requested);
    if (isRecord) response.setHeader('Content-Location', `${rest_url}?ml_language=${ml_language}`);
    if (response.statusCode === 201 && rest_url !== undefined) response.setHeader('Location', rest_url);
  }

  /** Serializes the selected members of a view, and sets the headers of the representation. */
  private stringifyAndSetHeaders(
    response: Response,
    view: View,
    members: SelectedMembers | undefined,
  ): string | Buffer {
    // Ends with a line break, which keeps the prompt of a shell off the last line.
    const toJson = (each: object) => `${JSON.stringify(members ? selectFromView(each, members) : each)}\n`;
    const text = toJson(view);
    const json = text.length > MAX_STRING_BODY_LENGTH ? Buffer.from(text) : text;
    const readView = view[READ_VIEW_KEY];
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('ETag', entityTag(readView ? toJson(readView) : json, view[VERSION_KEY]));
    if (view[VERSION_KEY] !== undefined && view.modified_utc !== undefined)
      response.setHeader('Last-Modified', formatLastModified(view.modified_utc, this.clock.now()));
    return json;
  }
}

/** Node.js concatenates a string with the head and sends both in one write. Longer texts are encoded once, for the entity tag and the socket. */
const MAX_STRING_BODY_LENGTH = 16_384;

const isViewObject = (body: unknown): body is View =>
  body !== null && typeof body === 'object' && !(body instanceof StreamableFile) && !Buffer.isBuffer(body);

/** Sets the entity tag of a text or buffer without one, and the type that Express would set. Only for reads, and not for streams. */
function setEntityTag(request: Request, response: Response, body: unknown): unknown {
  if (!isReadMethod(request.method) || !(typeof body === 'string' || Buffer.isBuffer(body))) return body;
  if (!response.hasHeader('Content-Type'))
    response.setHeader(
      'Content-Type',
      typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/octet-stream',
    );
  if (!response.hasHeader('ETag')) response.setHeader('ETag', entityTag(body));
  return body;
}

function selectFromView(view: object, members: SelectedMembers): object {
  if (!isPage(view)) return selectFromRecord(view, members);
  const select = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((record: object) => selectFromRecord(record, members)) : value;
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [name, select(value)]));
}

/** Formats a UTC date and time for a header. The result is never later than the response (RFC 9110, 8.8.2.1). */
function formatLastModified(dateTime: string, now: number): string {
  const modified = Date.parse(`${dateTime.replace(' ', 'T')}Z`);
  return new Date(Math.min(modified, now)).toUTCString();
}
