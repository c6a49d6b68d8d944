import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isSecretParameter, NO_SECRET_INPUTS } from '../../kernel/context/secret-inputs.js';
import { isBlank } from '../../kernel/schema/parsers.js';
import type { Page } from '../../records/lists/page.view.js';
import { DtoReader } from '../params/dto-reader.js';
import { isReadMethod } from '../request/http-methods.js';
import { parsedQueryOf, requestStateOf } from '../request/request-state.js';
import { RouteTable } from '../routes/route-table.js';

const PAGING_PARAMETERS = new Set(['page', 'per_page', 'after']);

/** URLs of the representations of a resource, such as the calendar file of a list. */
@Injectable()
export class AlternateUrls {
  private readonly parameterNames = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly routes: RouteTable,
    private readonly reader: DtoReader,
  ) {}

  /**
   * The URL of a request in normal form: with the known parameters as given, relative dates included, and with the language as
   * `ml_language`, but without the language segment, unknown parameters and secrets.
   */
  urlOf(request: Request): string {
    return this.buildUrl(request, '', (name) => name !== 'ml_language');
  }

  /** Links to the other representations of a resource that is read as JSON (RFC 8288), with its filters, without paging. */
  linksOf(request: Request): string[] {
    if (!isReadMethod(request.method)) return [];
    const { alternates = [] } = this.routes.findDeclared(requestStateOf(request).route) ?? {};
    return alternates.map(({ mediaType, suffix }) => {
      const url = this.buildUrl(request, suffix, (name) => name !== 'ml_language' && !PAGING_PARAMETERS.has(name));
      return `<${url}>; rel="alternate"; type="${mediaType}"`;
    });
  }

  /** A page of a list with the URLs of the representation that is read. */
  withOwnUrls(request: Request, page: Page): Page {
    const { address } = requestStateOf(request);
    const base = `${address?.baseUrl ?? ''}${request.path}`;
    const own = (url: string) => url.replace(/^[^?]*/, base);
    const { rest_url, next_rest_url, previous_rest_url } = page;
    return {
      ...page,
      rest_url: own(rest_url),
      next_rest_url: next_rest_url && own(next_rest_url),
      previous_rest_url: previous_rest_url && own(previous_rest_url),
    };
  }

  private buildUrl(request: Request, suffix: string, isIncluded: (name: string) => boolean): string {
    const { address, route = '', language, secretInputs = NO_SECRET_INPUTS } = requestStateOf(request);
    const known = this.parameterNamesOf(route + suffix);
    const isKept = (name: string) => {
      const [root = ''] = name.split('[', 1);
      return known.has(root) && isIncluded(root) && !isSecretParameter(secretInputs, name);
    };
    const given = [...parsedQueryOf(request).values].filter(([name]) => isKept(name));
    const parameters = new URLSearchParams(
      given.flatMap(([name, values]) =>
        values.filter((value) => !isBlank(value)).map((value): [string, string] => [name, value]),
      ),
    );
    if (language) parameters.set('ml_language', language.requested);
    return `${address?.baseUrl ?? ''}${request.path}${suffix}?${parameters.toString()}`;
  }

  /** Extensions are complete before the first request, so that the names stay valid. */
  private parameterNamesOf(route: string): ReadonlySet<string> {
    const cached = this.parameterNames.get(route);
    if (cached) return cached;
    const { parameterTypes = [] } = this.routes.findDeclared(route) ?? {};
    const names = new Set(parameterTypes.flatMap((type) => [...this.reader.parameterNamesOf(type)]));
    this.parameterNames.set(route, names);
    return names;
  }
}
