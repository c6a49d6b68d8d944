import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimiter } from '../../kernel/concurrency/concurrency-limiter.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { sqlStateOf } from '../../persistence/client/database-errors.js';
import type { PaginationQuery } from './base.query.js';
import type { ListPlan } from './list-statements.js';

/** Lists that run at the same time. The other connections of the pool of 20 remain for writes and single records. */
const MAX_FAST_LISTS = 6;
/** PostgreSQL uses several processors for one slow list. Two at once would take up to twice as long, beyond the statement timeout. */
const MAX_SLOW_LISTS = 1;

const MAX_QUEUED_LISTS = 500;

/**
 * Longest wait for a slot. Before the deadline of the request, a list then has time for a statement that times out and for
 * its repetition.
 */
const MAX_WAIT_MS = 7_000;
/** Latest repetition after a statement timeout, counted from the arrival of the list. */
const MAX_RETRY_MS = 11_000;

/** A shape is slow if its lists take longer on average, in milliseconds. */
const SLOW_MS = 250;

/** Weight of the latest list in the average of its shape. A few that were slowed down by other load do not make a shape slow. */
const WEIGHT = 0.2;

/** A list starts before an earlier one of a slower shape if it arrived within this many times the difference of their average durations. */
const PASSING_FACTOR = 4;

/** SQLSTATE of a statement timeout. */
const QUERY_CANCELED = '57014';

/** Pages that skip more rows than this have a shape of their own. */
const DEEP_OFFSET = 1000;

/** A search for fewer characters cannot use an index. */
const MIN_INDEXED_SEARCH_LENGTH = 3;

/** Bounds the memory. */
const MAX_SHAPES = 1000;

/** A group of lists with similar cost. Their durations are measured together. */
export interface ListShape {
  /** Identifies the shape, see {@link shapeOf}. */
  readonly name: string;
  /** Whether its lists are expected to be fast as long as none has run. */
  readonly isPlain: boolean;
}

const overloadError = () => new ApiError('too_many_requests', { headers: { 'Retry-After': '5' } });

/**
 * Limits the lists that query the database at the same time. It learns from their durations which shapes are slow. Lists of these run one
 * after the other, so that they do not slow each other down until the statement timeout ends them, and other lists do not wait for them.
 */
@Injectable()
export class ListLimiter {
  private readonly fast = new ConcurrencyLimiter(MAX_FAST_LISTS, MAX_QUEUED_LISTS, overloadError);
  /** For slow shapes, and unknown ones that are not plain. Plain lists and those of faster shapes pass others, see `PASSING_FACTOR`. */
  private readonly slow = new ConcurrencyLimiter(MAX_SLOW_LISTS, MAX_QUEUED_LISTS, overloadError);
  /** Average durations of recent lists in milliseconds, by the name of their shape. */
  private readonly averages = new LRUCache<string, number>({ max: MAX_SHAPES });

  /**
   * Runs a list when a slot is free. A list that waits holds no connection.
   * @throws {ApiError} `too_many_requests` if no slot is free in time, or the queue is full
   */
  async run<Result>(shape: ListShape, work: () => Promise<Result>): Promise<Result> {
    const queuedMs = performance.now();
    for (;;) {
      const [limiter, average] = [this.limiterOf(shape), this.averages.get(shape.name)];
      const rank = queuedMs + (shape.isPlain ? 0 : (average ?? 0) * PASSING_FACTOR);
      const done = await limiter.run(
        async () => {
          // Other lists of the shape may have ended meanwhile.
          const isOutdated = average === undefined && this.averages.has(shape.name);
          if (isOutdated || this.limiterOf(shape) !== limiter) return undefined;
          return { result: await this.measure(shape, () => retryTimeout(work, queuedMs + MAX_RETRY_MS)) };
        },
        { rank, maxWaitMs: queuedMs + MAX_WAIT_MS - performance.now() },
      );
      if (done) return done.result;
    }
  }

  private limiterOf({ name, isPlain }: ListShape): ConcurrencyLimiter {
    const isFast = (this.averages.get(name) ?? (isPlain ? 0 : Infinity)) <= SLOW_MS;
    return isFast ? this.fast : this.slow;
  }

  /** Failures other than a statement timeout say nothing about the shape: without a database, all lists wait for a connection. */
  private async measure<Result>(shape: ListShape, work: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    try {
      const result = await work();
      this.learn(shape, performance.now() - startedMs);
      return result;
    } catch (error) {
      if (sqlStateOf(error) === QUERY_CANCELED) this.learn(shape, performance.now() - startedMs);
      throw error;
    }
  }

  private learn({ name, isPlain }: ListShape, durationMs: number): void {
    const average = this.averages.get(name) ?? (isPlain ? 0 : durationMs);
    this.averages.set(name, average + (durationMs - average) * WEIGHT);
  }
}

/** Repeats a list once if a statement timed out. After a start, the first attempt has read most rows from the disk into memory. */
async function retryTimeout<Result>(work: () => Promise<Result>, untilMs: number): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (sqlStateOf(error) !== QUERY_CANCELED || performance.now() > untilMs) throw error;
    return work();
  }
}

/** The shape of a list: its order, the names of its parameters, and what makes the same parameters expensive. */
export function shapeOf(
  query: Partial<PaginationQuery> & { search?: string },
  listKey: string,
  plan: ListPlan,
): ListShape {
  const { page = 1, per_page: perPage = 1, search } = query;
  const names = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const isDeep = (page - 1) * perPage > DEEP_OFFSET;
  const isShortSearch = search !== undefined && search.length < MIN_INDEXED_SEARCH_LENGTH;
  // A plain list reads few rows of one index, besides its count.
  const isPlain = !isDeep && !plan.selective?.length && !plan.extra;
  return { name: [listKey, ...names, isDeep, isShortSearch, !!plan.extra].join(), isPlain };
}
