import { Injectable } from '@nestjs/common';
import { CATEGORIES } from '../categories/category.resource.js';
import { collectErrors } from '../kernel/errors/collect-errors.js';
import { ApiError, isParameterError, parameterError } from '../kernel/errors/api-error.js';
import type { LinkInput } from '../kernel/schema/reference-fields.js';
import type { ParsedDateTime } from '../kernel/time/parse-date-time.js';
import { CATEGORY, TAG } from '../kinds/calendar-kinds.js';
import { assertTermsFound, findOrCreateTerms } from '../kinds/find-or-create-terms.js';
import { ORGANIZERS } from '../organizers/organizer.resource.js';
import type { WriteScope } from '../persistence/transactions/run-in-transaction.js';
import type { ResolvedIds } from '../records/crud/find-or-create.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import type { ImagesByParameter } from '../records/images/set-image.js';
import { isPublishedOrScheduled, type PublicationInput } from '../records/publishing/publication.js';
import { TAGS } from '../tags/tag.resource.js';
import { VENUES } from '../venues/venue.resource.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import type { LinkedIds, ResolvedLinks } from './event-links.js';
import type { CalendarEvent } from './event.entity.js';
import { LinkedPublication } from './linked-publication.js';

type Names = readonly { name: string }[];

/** Finds the records that an event links, and creates missing ones. */
@Injectable()
export class LinkedRecordWriter {
  constructor(
    private readonly writer: RecordWriter,
    /** Publishes the linked records with their event. */
    readonly publication: LinkedPublication,
  ) {}

  /**
   * Resolves links without an id: they are found by name, else created. `undefined` and `null` stay as they are.
   * The order of the kinds is fixed, so that transactions with the same new names wait for each other without a deadlock.
   */
  async findOrCreate(
    { em, context }: WriteScope,
    event: CalendarEvent,
    { venue, organizer, ...terms }: UpdateEventDto,
  ): Promise<ResolvedLinks> {
    // New records are stored by a fork, because the event is not complete yet.
    const scope = { em: em.fork({ keepTransactionContext: true }), context };
    const inherit = withInheritedPublication(event);
    const ids: LinkedIds = {};
    const found: Partial<Record<'venue' | 'organizer', ResolvedIds>> = {};
    await collectErrors([
      () =>
        prefixErrors('venue', async () => {
          found.venue = await this.writer.findOrCreate(VENUES, scope.em, context, venue?.map(inherit) ?? []);
        }),
      () =>
        prefixErrors('organizer', async () => {
          found.organizer = await this.writer.findOrCreate(
            ORGANIZERS,
            scope.em,
            context,
            organizer?.map(inherit) ?? [],
          );
        }),
      ...this.termSteps(scope, terms, ids),
    ]);
    const created = { venue: new Set(found.venue?.created), organizer: new Set(found.organizer?.created) };
    return { ids: { ...ids, venue: venue && found.venue?.ids, organizer: organizer && found.organizer?.ids }, created };
  }

  private termSteps({ em, context }: WriteScope, { categories, tags }: UpdateEventDto, ids: LinkedIds) {
    const scope = { em, context };
    const forCategories = { kind: CATEGORY, create: (names: Names) => this.writer.insert(CATEGORIES, scope, names) };
    const forTags = { kind: TAG, create: (names: Names) => this.writer.insert(TAGS, scope, names) };
    return [
      async () => {
        ids.categories = categories && (await findOrCreateTerms(em, context, forCategories, categories));
      },
      async () => {
        ids.tags = tags && (await findOrCreateTerms(em, context, forTags, tags));
      },
    ];
  }

  /**
   * Reports the errors of terms together with an error of other fields.
   * @throws {ApiError} all errors if that error is of parameters, otherwise that error
   */
  async rejectWithTermErrors(
    { em, context }: WriteScope,
    { categories, tags }: UpdateEventDto,
    error: unknown,
  ): Promise<never> {
    if (isParameterError(error))
      await collectErrors([
        () => Promise.reject(error),
        () => assertTermsFound(em, context, CATEGORY, categories ?? []),
        () => assertTermsFound(em, context, TAG, tags ?? []),
      ]);
    throw error;
  }
}

/** Errors of a linked record name its members: `venue.date`. */
async function prefixErrors<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details.params) throw error;
    const errors = Object.entries(error.details.params);
    throw parameterError(Object.fromEntries(errors.map(([member, message]) => [`${name}.${member}`, message])));
  }
}

export function imageInputsOf({ image, venue, organizer }: UpdateEventDto): ImagesByParameter {
  const imagesOf = (links: UpdateEventDto['venue' | 'organizer']) =>
    (links ?? []).map((link) => (typeof link === 'number' ? undefined : link.image));
  return { venue: imagesOf(venue), organizer: imagesOf(organizer), image: [image] };
}

/** Defaults of a record sent with an event: published with the date of a public or scheduled event, else a draft. */
const withInheritedPublication =
  (event: CalendarEvent) =>
  <Input extends PublicationInput>(input: LinkInput<Input>): LinkInput<Input> => {
    if (typeof input === 'number') return input;
    const date = isPublishedOrScheduled(event) ? event.publishedAt : undefined;
    const status = input.status ?? (date ? 'publish' : 'draft');
    const needsDate = (status === 'publish' || status === 'future') && !input.date && !input.date_utc;
    return { ...input, status, ...(date && needsDate ? { date: instantFromEpoch(date.getTime() / 1000) } : {}) };
  };

const instantFromEpoch = (epochSeconds: number): ParsedDateTime => ({ kind: 'instant', epochSeconds });
