import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { sqlState } from '../../persistence/client/database-errors.js';
import { Problems } from '../problems/problems.js';
import { ReadyAnswer, type WholeAnswer } from '../request/ready-answer.js';
import { madeAnswer, show } from '../request/made-answer.js';
import { isWrite } from '../request/methods.js';
import { contextOf } from '../request/request-facts.js';
import { HOLDS_SECRET } from '../routes/holds-secret.decorator.js';
import { idempotencyKey } from '../request/idempotency-key.js';
import { isKept } from '../routes/is-kept.js';
import { KeptAnswers } from './kept-answers.js';
import { inTurn } from '../limits/write-turns.js';
import { claimOf, type RequestClaim } from './request-claim.js';

/** in_failed_sql_transaction (PostgreSQL manual, appendix A). */
const ABORTED = '25P02';

/**
 * Carries out a write that brings an `Idempotency-Key` once, and gives its first answer to whoever sends it again. The write, the
 * claim to its key and the answer are one transaction: what services open within is a part of it, as MikroORM finds the
 * transaction that a request is in.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly em: EntityManager,
    private readonly kept: KeptAnswers,
    private readonly problems: Problems,
    private readonly reflector: Reflector,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const key = idempotencyKey(request);
    if (key === undefined) return isWrite(request.method) ? from(plainInTurn(request, next)) : next.handle();
    const holdsSecret = this.reflector.get<boolean | undefined>(HOLDS_SECRET, execution.getHandler()) === true;
    return from(this.once({ request, response: http.getResponse<Response>(), key, holdsSecret }, next));
  }

  private async once(write: KeyedWrite, next: CallHandler<unknown>): Promise<string> {
    const answer = await inTurn(write.request, async () => {
      const made = await this.answerTo(write, next);
      if (made.status >= 400) throw new ReadyAnswer(made);
      return made;
    });
    return show(write.response, answer);
  }

  private async answerTo(write: KeyedWrite, next: CallHandler<unknown>): Promise<WholeAnswer> {
    const claim = await claimOf(write.request, write.key);
    let made: WholeAnswer | undefined;
    try {
      return await this.em.transactional(async (em) => {
        const earlier = await this.kept.claim(em, claim);
        // Rolled back: what wrote nothing ends nothing that is cached.
        if (earlier) throw new ReadyAnswer(replayed(earlier));
        made = await this.make(write, next);
        await this.settle(em, write, claim, made);
        return made;
      });
    } catch (error) {
      if (error instanceof ReadyAnswer) return error.answer;
      // What the database refused outside of any savepoint has ended the transaction: nothing is written, or kept.
      if (made && made.status >= 400 && sqlState(error) === ABORTED) return made;
      throw error;
    }
  }

  /** What comes of the write, an error included. */
  private async make({ request, response }: KeyedWrite, next: CallHandler<unknown>): Promise<WholeAnswer> {
    try {
      return await madeAnswer(response, () => lastValueFrom(next.handle()));
    } catch (error) {
      return this.problems.answerTo(error, request);
    }
  }

  /** Makes ready for the commit. Refusals that are not kept are committed all the same, as the wrong passwords that led to them count. */
  private async settle(em: EntityManager, write: KeyedWrite, claim: RequestClaim, answer: WholeAnswer): Promise<void> {
    const { status } = answer;
    if (status >= 500) throw new ReadyAnswer(answer);
    if (isKept(status)) await this.kept.keep(em, claim, answer, write.holdsSecret && status < 400);
    // Whoever wrote has flushed: nothing of what was read is to be compared again.
    em.clear();
    contextOf(write.request).deadline.beginCommit();
  }
}

/** Nothing of it is kept: only what it is short of is shared out as fairly. */
const plainInTurn = (request: Request, next: CallHandler<unknown>): Promise<unknown> =>
  inTurn(request, () => lastValueFrom(next.handle(), { defaultValue: undefined }), 'plain');

/** A write that brings a key, and where its answer goes. */
interface KeyedWrite {
  readonly request: Request;
  readonly response: Response;
  readonly key: string;
  readonly holdsSecret: boolean;
}

const replayed = ({ headers, ...answer }: WholeAnswer): WholeAnswer => ({
  ...answer,
  headers: { ...headers, 'Idempotency-Replayed': 'true' },
});
