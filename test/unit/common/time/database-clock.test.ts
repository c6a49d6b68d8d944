import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import { DatabaseClock } from '../../../../src/persistence/clock/database-clock.js';
import { MonotonicClock } from '../../../../src/kernel/time/monotonic-clock.js';

const DAY = 86_400_000;

/** A database whose clock tests set, and which they let answer. */
class FakeDatabase extends DummyDriver {
  asked = 0;
  answer: () => Promise<number> = () => Promise.reject(new Error('The database is gone'));

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <Row>() => {
        this.asked += 1;
        return { rows: [{ shown: await this.answer() }] } as unknown as QueryResult<Row>;
      },
      streamQuery: () => {
        throw new Error('Nothing is streamed');
      },
    };
  }
}

class FakeSteady extends MonotonicClock {
  moment = 5_000;

  override now(): number {
    return this.moment;
  }
}

let database: FakeDatabase;
let steady: FakeSteady;
let machine: number;
let clock: DatabaseClock;
let warnings: string[];
beforeEach(() => {
  machine = Date.UTC(2027, 2, 1);
  database = new FakeDatabase();
  steady = new FakeSteady();
  warnings = [];
  jest.spyOn(Date, 'now').mockImplementation(() => machine);
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void warnings.push(String(line)));
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => database,
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  // Asked in a fork: what a request has open is no matter of the clock.
  clock = new DatabaseClock({ fork: () => ({ getKysely: () => db }) } as unknown as EntityManager, steady);
});
afterEach(async () => {
  await clock.onModuleDestroy();
  jest.restoreAllMocks();
});

/** Some time goes by, everywhere. */
function pass(milliseconds: number): void {
  steady.moment += milliseconds;
  machine += milliseconds;
}

/** The database shows its clock from now on: at this moment that far ahead of the machine's. */
function showAhead(milliseconds: number): void {
  const ahead = machine - steady.moment + milliseconds;
  database.answer = async () => steady.moment + ahead;
}

describe('the clock of the database', () => {
  it.each([9 * DAY, -9 * DAY])('8.7 counts, however wrong that of the machine is: by %d ms', async (ahead) => {
    showAhead(ahead);
    await clock.onModuleInit();
    expect(clock.now()).toBe(machine + ahead);
    pass(1234);
    expect(clock.now()).toBe(machine + ahead);
  });

  it('8.7 is known before anything is served, or nothing is served', async () => {
    database.answer = async () => {
      pass(3_000);
      throw new Error('The database is gone');
    };
    await expect(clock.onModuleInit()).rejects.toThrow('The database is gone');
    expect(database.asked).toBe(4);
    const answer = Promise.withResolvers<number>();
    database.answer = () => answer.promise;
    let isReady = false;
    const start = clock.onModuleInit().then(() => (isReady = true));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(isReady).toBe(false);
    answer.resolve(0);
    await start;
    expect(clock.now()).toBe(0);
  });

  it('8.7 is asked for again at the start where the first answer does not come in time', async () => {
    database.answer = async () => {
      showAhead(DAY);
      throw new Error('The database is busy');
    };
    await clock.onModuleInit();
    expect([clock.now(), database.asked]).toEqual([machine + DAY, 2]);
  });

  it('8.7 goes on while the database is away', async () => {
    showAhead(DAY);
    await clock.onModuleInit();
    database.answer = () => Promise.reject(new Error('The database is gone'));
    for (let hour = 0; hour < 3; hour += 1) {
      pass(3_600_000);
      await clock.ask().catch(() => undefined);
    }
    expect(clock.now()).toBe(machine + DAY);
  });

  it('8.7 does not care when that of the machine is set, but asks whether it has slept', async () => {
    showAhead(0);
    await clock.onModuleInit();
    const before = clock.now();
    machine += 9 * DAY;
    expect([clock.now(), clock.now()]).toEqual([before, before]);
    await clock.ask();
    expect([clock.now(), database.asked]).toEqual([before, 2]);
    machine += DAY;
    showAhead(0);
    clock.now();
    await clock.ask();
    expect([clock.now(), database.asked]).toEqual([machine, 3]);
  });

  it('8.7 is followed where it was set itself', async () => {
    for (const ahead of [0, 9 * DAY, -9 * DAY]) {
      showAhead(ahead);
      await clock.ask();
      expect(clock.now()).toBe(machine + ahead);
    }
  });

  it('8.7 does not go back for the sake of precision: it waits until the moment has come', async () => {
    showAhead(0);
    await clock.ask();
    const before = clock.now();
    showAhead(-400);
    await clock.ask();
    expect(clock.now()).toBe(before);
    pass(399);
    expect(clock.now()).toBe(before);
    pass(11);
    expect(clock.now()).toBe(before + 10);
  });

  it('8.7 is asked once for all who want to know at once', async () => {
    showAhead(0);
    await Promise.all([clock.ask(), clock.ask(), clock.onModuleInit()]);
    expect(database.asked).toBe(1);
  });
});

describe('the log', () => {
  it('11.1 tells once that the clock of the machine is wrong, and again if that was mended', async () => {
    for (const ahead of [5_000, 9 * DAY, 8 * DAY, 0, -6_000]) {
      showAhead(ahead);
      await clock.ask();
    }
    const tail = "the database's, which is the one that counts";
    expect(warnings).toEqual([
      `The clock of this machine is ${(9 * DAY) / 1000} s behind ${tail}`,
      `The clock of this machine is 6 s ahead of ${tail}`,
    ]);
  });
});
