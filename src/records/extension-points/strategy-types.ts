import type { Type } from '@nestjs/common';
import type { Principal, Role } from '../../kernel/context/principal.js';
import type { Language } from '../../kernel/language/languages.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** Decides from which text slugs are derived. */
export interface SlugStrategy {
  /**
   * Returns the text for a title, a name, or a slug that was sent. The service normalizes it to a unique slug.
   * @example slugSource: (text) => text.replaceAll('&', ' and ')
   */
  slugSource(text: string, kind: RecordKind): string;
}

/** A user that another system has authenticated. */
export interface ExternalIdentity {
  /** The other system: a name or URL that no other strategy uses. */
  readonly issuer: string;
  /** The id of the user in the other system. It must never change. */
  readonly subject: string;
  /** The role of the user from now on. */
  readonly role: Role;
}

/** Accepts credentials that are neither tokens of the service nor of its OIDC issuer. */
export interface AuthenticationStrategy {
  /** Returns the user of a token, or `undefined` if the token is unknown. The service creates the user on the first request. */
  authenticate(token: string): ExternalIdentity | undefined | Promise<ExternalIdentity | undefined>;
}

/** Decides the role of a known user, for each request. It cannot change the permissions of a role. */
export interface PermissionStrategy {
  resolveRole(principal: Principal & { readonly id: number; readonly role: Role }): Role | Promise<Role>;
}

/** The members of an image. */
export interface ResolvedImage {
  /** The URL in responses. Default: the URL as sent. */
  readonly url?: string;
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Further versions of the image, by name. */
  readonly sizes?: Readonly<Record<string, unknown>>;
}

/** Decides URL and sizes of images. Synchronous, because it is called for every image that is read. */
export interface ImageStrategy {
  resolveImage(image: { readonly id: number; readonly url: string }): ResolvedImage;
}

/** Decides the text of the cost of an event. */
export interface CostStrategy {
  /**
   * @param cost the texts that were sent, and the distinct prices in them, ascending. `prices` is empty if a text
   *   contains more than prices, if the currencies differ, or if there are more than 100 prices.
   * @param defaultText the text without the strategy
   */
  format(
    cost: {
      readonly texts: readonly string[];
      readonly prices: readonly {
        readonly amount: string;
        readonly currency?: { readonly code: string; readonly symbol: string } | undefined;
      }[];
    },
    language: Language,
    defaultText: string,
  ): string;
}

/** Decides the dates of a list of events without date filters. */
export interface EventWindowStrategy {
  /**
   * Returns values of `start_date` and `end_date`. A missing value is no bound.
   * @example defaultWindow: () => ({ start: 'today', end: '+3 months' })
   */
  defaultWindow(): { readonly start?: string; readonly end?: string };
}

/** Decides the order of fallback languages. No dependencies are injected, because it runs before the application starts. */
export interface LanguageFallbackStrategy {
  /** Returns the fallbacks of a language, best first. Missing languages follow in the default order. */
  orderFallbacks(requested: Language, defaultLanguage: Language): readonly Language[];
}

/** Decides the public pages of records. */
export interface PublicUrlStrategy {
  /** Returns the `url` of a record, or `undefined` for the default. */
  publicUrlOf(
    kind: RecordKind,
    record: { readonly id: number; readonly slug: string; readonly language: Language },
  ): string | undefined;
}

/** The strategies by name. */
export interface StrategyTypeMap {
  readonly slug: SlugStrategy;
  readonly authentication: AuthenticationStrategy;
  readonly permission: PermissionStrategy;
  readonly image: ImageStrategy;
  readonly cost: CostStrategy;
  readonly window: EventWindowStrategy;
  readonly fallback: LanguageFallbackStrategy;
  readonly publicUrl: PublicUrlStrategy;
}

export type StrategyName = keyof StrategyTypeMap;

/** Strategy classes by name. They become providers. */
export type StrategyClasses = { readonly [Name in StrategyName]?: Type<StrategyTypeMap[Name]> };

export const STRATEGY_METHOD_NAMES: Readonly<Record<StrategyName, string>> = {
  slug: 'slugSource',
  authentication: 'authenticate',
  permission: 'resolveRole',
  image: 'resolveImage',
  cost: 'format',
  window: 'defaultWindow',
  fallback: 'orderFallbacks',
  publicUrl: 'publicUrlOf',
};
