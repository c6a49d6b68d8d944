import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { databaseError } from '../../persistence/client/database-errors.js';
import type { WholeAnswer } from '../request/ready-answer.js';
import { ChangeNotices, type Present } from './change-notices.js';
import { Changes } from '../../persistence/transactions/changes.js';
import type { Freshness } from '../../kernel/context/freshness.js';
import { StoredAnswers } from './stored-answers.js';
import { isValid, Validities } from './validity.js';

/** An answer that is being made: to what others may use of it, and since which generation. */
interface InTheMaking {
  readonly generation: number;
  readonly shared: Promise<WholeAnswer | undefined>;
}

/**
 * Answers that several requests may share: those that were kept, and those that are being made. Which were made before
 * something changed, or broke, are shared with nobody who asks afterwards.
 */
@Injectable()
export class SharedAnswers {
  private readonly stored: StoredAnswers;
  private readonly inTheMaking = new Map<string, InTheMaking>();

  /** Whether there is room for any. */
  readonly isOn: boolean;

  /** How often an answer was kept already, was being made for another, or had to be made. */
  readonly lookups = { hit: 0, shared: 0, miss: 0 };

  constructor(
    private readonly changes: Changes,
    private readonly notices: ChangeNotices,
    private readonly validities: Validities,
    @Inject(CONFIGURATION) { CACHE_BYTES }: Configuration,
  ) {
    this.isOn = CACHE_BYTES > 0;
    this.stored = new StoredAnswers(CACHE_BYTES);
  }

  /** How many bytes the answers that are kept take. */
  get bytes(): number {
    return this.stored.bytes;
  }

  /** How many are kept. */
  get entries(): number {
    return this.stored.entries;
  }

  /**
   * The answer to a request.
   * @param key everything that shapes it
   * @param freshness what is said of the answer while it is made
   * @param make makes it anew
   */
  async get(key: string, freshness: Freshness, make: () => Promise<WholeAnswer>): Promise<WholeAnswer> {
    const present = this.notices.present();
    if (!present) return this.anew(make);
    const { generation } = this.changes;
    const kept = this.stored.find(key, generation, present);
    if (kept) return this.counted('hit', kept);
    const other = this.inTheMaking.get(key);
    if (other?.generation === generation) {
      const answer = await other.shared;
      return answer ? this.counted('shared', answer) : this.anew(make);
    }
    const asked = { key, generation, present, freshness };
    return this.share(
      asked,
      this.keep(asked, () => this.anew(make)),
    );
  }

  private anew(make: () => Promise<WholeAnswer>): Promise<WholeAnswer> {
    this.lookups.miss += 1;
    return make();
  }

  private counted(result: 'hit' | 'shared', answer: WholeAnswer): WholeAnswer {
    this.lookups[result] += 1;
    return answer;
  }

  /**
   * Lets those who ask for the same meanwhile wait for it; what only one of them may have, they make on their own. A database that one
   * has waited for in vain they do not wait for once more.
   */
  private async share({ key, generation, freshness }: Asked, making: Promise<Kept>): Promise<WholeAnswer> {
    const kept = making.then(
      ({ answer, isShared }) => (isShared ? answer : undefined),
      (error: unknown) => {
        if (databaseError(error)?.code === 'unavailable') throw error;
        return undefined;
      },
    );
    const own = { generation, shared: Promise.race([freshness.refusal, kept]) };
    // Perhaps nobody waits.
    own.shared.catch(() => undefined);
    this.inTheMaking.set(key, own);
    try {
      return (await making).answer;
    } finally {
      if (this.inTheMaking.get(key) === own) this.inTheMaking.delete(key);
    }
  }

  private async keep({ key, generation, present, freshness }: Asked, make: () => Promise<WholeAnswer>): Promise<Kept> {
    const validityOf = this.validities.from(present);
    const answer = await make();
    if (answer.status !== 200 || !freshness.isKeepable) return { answer, isShared: false };
    const validity = await validityOf(freshness).catch(() => undefined);
    const now = this.notices.present();
    const isRight = now && validity && this.changes.generation === generation && isValid(validity, now);
    if (isRight) this.stored.keep(key, generation, answer, validity);
    return { answer, isShared: isRight === true };
  }
}

/** For what is asked, and when. */
interface Asked {
  readonly key: string;
  readonly generation: number;
  readonly present: Present;
  readonly freshness: Freshness;
}

interface Kept {
  readonly answer: WholeAnswer;
  readonly isShared: boolean;
}
