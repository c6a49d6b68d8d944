import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineEntity, p } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { Controller, Get, Inject, Injectable, Scope, type Type } from '@nestjs/common';
import { NestFactory, REQUEST } from '@nestjs/core';
import { ApiOperation } from '@nestjs/swagger';
import {
  ExtendsRecord,
  BeforeWrite,
  CalendarExtension,
  CalendarModule,
  CustomFields,
  defineKind,
  EVENT,
  IdsField,
  NAMESPACE,
  OnChange,
  Public,
  recordTablesSql,
  TextField,
  VENUE,
  type ExtensionSortKey,
  type RecordScope,
  type ExtensionMetadata,
} from 'calendar-events-service';
import { createTestCalendar } from 'calendar-events-service/testing';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { onlyInFullRun } from '../support/jest/run-mode.js';

const folder = mkdtempSync(join(tmpdir(), 'extension-texts-'));
/** All starts use one database, which is faster than the embedded one of each test calendar. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Creates a message folder from contents by file: `{ 'ca/fields': { greeting: 'Hola' } }`. */
function texts(files: Readonly<Record<string, object>>): string {
  const own = mkdtempSync(join(folder, 'texts-'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(own, file, '..'), { recursive: true });
    writeFileSync(join(own, `${file}.json`), JSON.stringify(content));
  }
  return own;
}

/** An extension class with the given metadata. */
function extension(metadata: Partial<ExtensionMetadata>): Type {
  @CalendarExtension({ name: 'greetings', ...metadata })
  class GreetingsModule {}
  return GreetingsModule;
}

/** Error message of a start with the given extensions, or `started`. */
async function startWith(...extensions: readonly Type[]): Promise<string> {
  try {
    const calendar = await createTestCalendar({ extensions, environment: { DATABASE_URL: database.url } });
    await calendar.close();
    return 'started';
  } catch (error) {
    return (error as Error).message;
  }
}

const BEGINNING = 'The service cannot start with these extensions:\n';

const GreetingSchema = defineEntity({
  name: 'Greeting',
  tableName: 'greetings',
  properties: { id: p.bigint('number').primary() },
});

class CreateLetters extends Migration {
  override up(): void {
    this.addSql('create table letters (id bigint primary key, words text not null)');
  }
}
const migration = { name: '20270101000000-letters', class: CreateLetters };

/** The short form has one error of each check, and no application that is created without the calendar adapter. */
describe('Start-up errors of extensions', () => {
  it('reports classes that are not Nest modules', async () => {
    @Injectable()
    class GreetingsService {}
    const nothing = undefined as unknown as Type;
    expect(await startWith(GreetingsService, nothing)).toBe(
      `${BEGINNING}  GreetingsService is not a Nest module. Add @CalendarExtension() or @Module() to the class.\n` +
        '  undefined is not a Nest module. Add @CalendarExtension() or @Module() to the class.',
    );
  });

  it('reports invalid and duplicate extension names', async () => {
    expect(await startWith(extension({ name: 'Good Day' }))).toBe(
      `${BEGINNING}  Good Day is not a valid extension name. Use lower-case letters, digits and dashes.`,
    );
    expect(await startWith(extension({}), extension({}))).toBe(
      `${BEGINNING}  greetings is the name of two extensions. Rename or remove one.`,
    );
  });

  it('reports duplicate migration names', async () => {
    expect(await startWith(extension({ migrations: [migration, migration] }))).toBe(
      `${BEGINNING}  greetings has two migrations named 20270101000000-letters. Rename one.`,
    );
  });

  it('reports missing tables', async () => {
    expect(await startWith(extension({ entities: [GreetingSchema] }))).toBe(
      `${BEGINNING}  greetings does not exist in the database. Add a migration that creates the table.`,
    );
  });

  onlyInFullRun(() => {
    it('reports missing columns', async () => {
      const LetterSchema = defineEntity({
        name: 'Letter',
        tableName: 'letters',
        properties: { id: p.bigint('number').primary(), words: p.text(), place: p.text().nullable() },
      });
      expect(await startWith(extension({ entities: [LetterSchema], migrations: [migration] }))).toBe(
        `${BEGINNING}  letters lacks columns of its entity (place). Add a migration that adds them.`,
      );
    });

    it('reports a table that the service already has', async () => {
      const MyTags = defineEntity({
        name: 'MyTag',
        tableName: 'tags',
        properties: { id: p.bigint('number').primary() },
      });
      expect(await startWith(extension({ entities: [MyTags] }))).toBe(
        `${BEGINNING}  MikroORM rejected the entities of the extensions (Duplicate table names are not allowed: tags). Rename entities or tables.`,
      );
    });
  });

  it('reports missing, inconsistent and duplicate messages', async () => {
    const messages = texts({
      'ca/fields': { greeting: 'Hola', who: 'Hola, {name}', search: 'Cerca', window: 'Finestra' },
      'en/fields': { greeting: 'Hello', who: 'Hello, {person}', search: 'Search', window: 'Window' },
      'es/fields': { who: 'Hola, {name}', search: 'Busca', window: 'Ventana' },
    });
    expect(await startWith(extension({ messages }))).toBe(
      `${BEGINNING}  greetings has no message fields.greeting in es. Add it.\n` +
        '  greetings has different placeholders in the translations of the message fields.who. Use the same in all languages.\n' +
        '  greetings has a message fields.search, which the service or another extension already has. Choose another key.\n' +
        '  greetings has a message fields.window, which the service or another extension already has. Choose another key.',
    );
    const empty = texts({});
    expect(await startWith(extension({ messages: empty }))).toBe(
      `${BEGINNING}  greetings has no messages in ${empty}. Add files such as ca/fields.json, en/fields.json and es/fields.json.`,
    );
  });

  it('reports a text of the API document without a translation', async () => {
    @Controller(`${NAMESPACE}/greetings`)
    class GreetingsController {
      @Get()
      @Public()
      @ApiOperation({ summary: 'operations.listGreetings' })
      list(): string[] {
        return [];
      }
    }
    expect(await startWith(extension({ controllers: [GreetingsController] }))).toBe(
      `${BEGINNING}  operations.listGreetings is a text of the API document without a translation in ca, en, es. Add it to the messages of the extension.`,
    );
  });

  it('reports a route that two controllers serve', async () => {
    @Controller(`${NAMESPACE}/events`)
    class GreetingsController {
      @Get(':slug')
      @Public()
      get(): object {
        return {};
      }
    }
    expect(await startWith(extension({ controllers: [GreetingsController] }))).toBe(
      `${BEGINNING}  GET /calendar/events/v1/events/:slug is served by GreetingsController.get and by EventsController.get. Change the path of one.`,
    );
  });

  it('reports a route without an access rule', async () => {
    @Controller(`${NAMESPACE}/greetings`)
    class GreetingsController {
      @Get()
      list(): string[] {
        return [];
      }
    }
    expect(await startWith(extension({ controllers: [GreetingsController] }))).toBe(
      `${BEGINNING}  GreetingsController.list (GET /calendar/events/v1/greetings) has no access rule. ` +
        'Add @Public() or @Authenticated(role) to the handler.',
    );
  });

  it('reports additions that already exist or lack their method', async () => {
    class Input {
      @IdsField({ description: 'include' })
      venue?: number[];
    }
    @ExtendsRecord(EVENT, { input: Input, orders: ['title', 'mood'] })
    class GreetingsOfEvents {}
    expect(await startWith(extension({ providers: [GreetingsOfEvents] }))).toBe(
      `${BEGINNING}  GreetingsOfEvents adds venue to events, which already have it. Choose another name.\n` +
        '  GreetingsOfEvents adds title to events, which already have it. Choose another name.\n' +
        '  GreetingsOfEvents declares input but has no method write. Add it.\n' +
        '  GreetingsOfEvents declares orders but has no method orderBy. Add it.',
    );
  });

  onlyInFullRun(() => {
    it('reports duplicate and invalid sort orders, regardless of letter case', async () => {
      @ExtendsRecord(EVENT, { orders: ['Title', 'mood', 'Mood', 'my mood'] })
      class Moods {
        orderBy() {}
      }
      expect((await startWith(extension({ providers: [Moods] }))).split('\n').slice(1)).toEqual([
        '  Moods adds a sort order “Title”, which is not a valid value of orderby. Use lower case, such as seats_left.',
        '  Moods adds a sort order “Mood”, which is not a valid value of orderby. Use lower case, such as seats_left.',
        '  Moods adds a sort order “my mood”, which is not a valid value of orderby. Use lower case, such as seats_left.',
        '  Moods adds Title to events, which already have it. Choose another name.',
        '  Moods adds Mood to events, which already have it. Choose another name.',
      ]);
    });

    it('reports two classes with the same name in the API document', async () => {
      const input = () => {
        class Input {
          @TextField({ description: 'title' })
          mood?: string;
        }
        return Input;
      };
      class EventView {
        mood?: string;
      }
      @ExtendsRecord(EVENT, { input: input(), view: EventView })
      class Moods {
        write() {}
        members() {
          return {};
        }
      }
      @ExtendsRecord(VENUE, { input: input() })
      class Others {
        write() {}
      }
      const what = 'is the name of two classes in the API document. Rename one.';
      expect(await startWith(extension({ providers: [Moods, Others] }))).toBe(
        `${BEGINNING}  EventView ${what}\n  Input ${what}`,
      );
    });
  });

  it('reports SQL of a record extension that the database rejects or that binds a value', async () => {
    @ExtendsRecord(EVENT, { orders: ['mood', 'nothing'] })
    class Moods {
      select = () => sql`(select words from greetings)`;
      orderBy = (name: string, _context: unknown, { alias }: RecordScope) =>
        name === 'mood'
          ? { expression: sql.ref(`${alias}.mood`), hidden: sql`''`, type: 'text' as const }
          : (undefined as unknown as ExtensionSortKey);
    }
    @ExtendsRecord(VENUE)
    class Valued {
      select = () => sql`${5}::int`;
    }
    expect((await startWith(extension({ providers: [Moods, Valued] }))).split('\n').slice(1)).toEqual([
      '  Moods returns SQL from select that the database rejects (relation "greetings" does not exist).',
      '  Moods returns SQL from orderBy that the database rejects (column tried.mood does not exist).',
      '  Moods adds a sort order nothing, but orderBy returns nothing for it.',
      '  Valued binds a value in select. The statement is compiled once, so every request would use the value of the first. Use a column instead.',
    ]);
  });

  const REQUEST_SCOPED =
    'is request-scoped, which classes with @ExtendsRecord, @BeforeWrite or @OnChange cannot be. Read request data from the context argument.';

  it('reports request-scoped hooks', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Moderation {
      @BeforeWrite(EVENT)
      review(): void {}
    }
    expect(await startWith(extension({ providers: [Moderation] }))).toBe(`${BEGINNING}  Moderation ${REQUEST_SCOPED}`);
  });

  onlyInFullRun(() => {
    it('reports request-scoped record extensions', async () => {
      @ExtendsRecord(EVENT)
      class Moods {
        constructor(@Inject(REQUEST) readonly request: unknown) {}
      }
      expect(await startWith(extension({ providers: [Moods] }))).toBe(`${BEGINNING}  Moods ${REQUEST_SCOPED}`);
    });
  });

  it('reports a migration that fails or has no class', async () => {
    class Wrong extends Migration {
      override up(): void {
        this.addSql('create tabel greetings ()');
      }
    }
    expect(await startWith(extension({ migrations: [{ name: '20270101000000-wrong', class: Wrong }] }))).toBe(
      `${BEGINNING}  greetings has a migration 20270101000000-wrong that the database rejects (syntax error at or near "tabel"). Correct the migration.`,
    );
    const none = { name: '20270101000000-none' } as unknown as typeof migration;
    expect(await startWith(extension({ migrations: [none] }))).toBe(
      `${BEGINNING}  greetings has a migration 20270101000000-none without a class.`,
    );
  });

  it('reports duplicate and invalid names of change handlers', async () => {
    class Newsletter {
      @OnChange({ name: 'news' })
      tell(): void {}

      @OnChange({ name: 'news' })
      write(): void {}

      @OnChange({ name: 'my news' })
      say(): void {}
    }
    Injectable()(Newsletter);
    expect(await startWith(extension({ providers: [Newsletter] }))).toBe(
      `${BEGINNING}  news is the name of two change handlers. Pass another name to one @OnChange().\n` +
        '  my news is not a valid name for a change handler. Use letters, digits, dashes and dots.',
    );
  });

  onlyInFullRun(() => {
    it('reports an application without the calendar adapter', async () => {
      const environment = { DATA_DIR: mkdtempSync(join(folder, 'data-')), LOG_LEVEL: 'error' };
      chmodSync(folder, 0o755);
      chmodSync(environment.DATA_DIR, 0o755);
      const module = CalendarModule.forRoot({ environment });
      const application = await NestFactory.create(module, { logger: false, abortOnError: false });
      await expect(application.init()).rejects.toThrow(
        'Create the application with the adapter of the calendar: NestFactory.create(AppModule, new CalendarAdapter()).',
      );
      await application.close();
    });
  });
});

describe('Kind of records', () => {
  it('must be defined when a decorator receives it', () => {
    const none = undefined as unknown as typeof EVENT;
    const said = (of: string) =>
      `${BEGINNING}  ${of} receives an undefined kind because of a circular import. Import the kind from the file that declares it.`;
    class Early {
      review(): void {}
    }
    const decorated = { 'Early.review': BeforeWrite(none), 'Early.tell': OnChange({ kinds: [none] }) };
    for (const [of, decorate] of Object.entries(decorated)) {
      const method = of.replace('Early.', '');
      expect(() => decorate(Early.prototype, method, { value: () => undefined })).toThrow(said(of));
    }
    for (const decorate of [ExtendsRecord(none), CustomFields(none)])
      expect(() => decorate(Early)).toThrow(said('Early'));
  });

  it('must have a name and plural that no other kind of the application has', async () => {
    const PlaceSchema = defineEntity({
      name: 'Place',
      tableName: 'places',
      properties: { id: p.bigint('number').primary() },
    });
    class Place extends PlaceSchema.class {
      static readonly kind = defineKind({ name: 'venue', plural: 'places' });
    }
    PlaceSchema.setClass(Place);
    expect(await startWith(extension({ entities: [PlaceSchema] }))).toBe(
      'The kind venue (places) of an extension has a name that the kind venue (venues) already has. Rename it.',
    );
  });

  it('must have names that are valid as table and column names', () => {
    expect(() => defineKind({ name: 'Speaker', plural: 'speakers' })).toThrow(
      '“Speaker” is not a valid name for a kind. Use lower case, such as press_release.',
    );
    expect(() => defineKind({ name: 'reference', plural: 'references' })).toThrow(
      '“references” is a reserved word of SQL and cannot name a table. Choose another name.',
    );
    expect(() => recordTablesSql(VENUE, { 'press kit': 'text' })).toThrow(
      '“press kit” is not a valid column name. Use lower case, such as press_kit.',
    );
  });
});
