import type { Type } from '@nestjs/common';
import type { Principal, Role } from '../../kernel/context/principal.js';
import type { Language } from '../../kernel/language/languages.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

/** What slugs are made of. */
export interface SlugStrategy {
  /**
   * What stands for a title, a name, or a slug that was sent. It is made a slug as any text is: lower-case letters, digits and dashes, with a
   * number where it is taken.
   * @example slugSource: (text) => text.replaceAll('&', ' and ')
   */
  slugSource(text: string, kind: RecordKind): string;
}

/** Whom somebody else vouches for. */
export interface ExternalIdentity {
  /** Who vouches: a name or URL that no other strategy uses. */
  readonly issuer: string;
  /** Whom, by what never changes. */
  readonly subject: string;
  /** The role that the user has from now on. */
  readonly role: Role;
}

/** Further credentials, beside the tokens of the service and of its issuer: these are asked where those know nothing. */
export interface AuthenticationStrategy {
  /** Whose a token is; undefined where that is not known. The user is made when he first comes. */
  authenticate(token: string): ExternalIdentity | undefined | Promise<ExternalIdentity | undefined>;
}

/** Which role a known user has, at each request; what a role may do is the calendar's to say. */
export interface PermissionStrategy {
  resolveRole(principal: Principal & { readonly id: number; readonly role: Role }): Role | Promise<Role>;
}

/** What is known of an image beside its address. */
export interface ResolvedImage {
  /** Where it is served from, if that is somewhere else. */
  readonly url?: string;
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Further versions of it, by name. */
  readonly sizes?: Readonly<Record<string, unknown>>;
}

/** Where images are served from, and in which sizes. Asked for each image of each record, so nothing is to be waited for. */
export interface ImageStrategy {
  resolveImage(image: { readonly id: number; readonly url: string }): ResolvedImage;
}

/** How the cost of an event is written. */
export interface CostStrategy {
  /**
   * @param cost what was sent, and what was understood of it: no prices where a text is none
   * @param defaultText what the calendar would write
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

/** Which events a list shows that names no dates. */
export interface EventWindowStrategy {
  /**
   * The bounds, as `start_date` and `end_date` take them; one that is left out is none.
   * @example defaultWindow: () => ({ start: 'today', end: '+3 months' })
   */
  defaultWindow(): { readonly start?: string; readonly end?: string };
}

/** In which order languages stand in for each other where a record lacks the one asked for. It takes nothing by injection. */
export interface LanguageFallbackStrategy {
  /** The languages that stand in for one, the best first; those left out come last, in their usual order. */
  orderFallbacks(requested: Language, defaultLanguage: Language): readonly Language[];
}

/** The public pages of records. */
export interface PublicUrlStrategy {
  /** The `url` of a record; undefined where it is the usual one. */
  publicUrlOf(
    kind: RecordKind,
    record: { readonly id: number; readonly slug: string; readonly language: Language },
  ): string | undefined;
}

/** What can be done otherwise, by name. */
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

/** The classes of strategies, which Nest instantiates as providers. */
export type StrategyClasses = { readonly [Name in StrategyName]?: Type<StrategyTypeMap[Name]> };

/** The method that a strategy has. */
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
