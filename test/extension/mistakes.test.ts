import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { defineEntity, p } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { Controller, Get, Injectable, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiOperation } from '@nestjs/swagger';
import {
  AddsTo,
  CalendarExtension,
  CalendarModule,
  defineKind,
  EVENT,
  type ExtensionMetadata,
  IdsField,
  NAMESPACE,
  OnChange,
  Public,
  recordTables,
  VENUE,
} from 'calendar-events-service';
import { createTestCalendar } from 'calendar-events-service/testing';

const folder = mkdtempSync(join(tmpdir(), 'extension-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder of texts, by file: `{ 'ca/fields': { greeting: 'Hola' } }`. */
function texts(files: Readonly<Record<string, object>>): string {
  const own = mkdtempSync(join(folder, 'texts-'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(own, file, '..'), { recursive: true });
    writeFileSync(join(own, `${file}.json`), JSON.stringify(content));
  }
  return own;
}

/** An extension of no more than this. */
function extension(metadata: Partial<ExtensionMetadata>): Type {
  @CalendarExtension({ name: 'greetings', ...metadata })
  class GreetingsModule {}
  return GreetingsModule;
}

/** How a start with extensions ends. */
async function startWith(...extensions: readonly Type[]): Promise<string> {
  try {
    const calendar = await createTestCalendar({ extensions });
    await calendar.close();
    return 'started';
  } catch (error) {
    return (error as Error).message;
  }
}

const BEGINNING = 'The service does not start with these extensions:\n';

const GreetingSchema = defineEntity({
  name: 'Greeting',
  tableName: 'greetings',
  properties: { id: p.bigint('number').primary(), words: p.text(), place: p.text().nullable() },
});

class CreateGreetings extends Migration {
  override up(): void {
    this.addSql('create table greetings (id bigint primary key, words text not null)');
  }
}
const migration = { name: '20270101000000-greetings', class: CreateGreetings };

describe('what is wrong with an extension stops the start, and says what to do', () => {
  it('where it is no module', async () => {
    @Injectable()
    class GreetingsService {}
    const nothing = undefined as unknown as Type;
    expect(await startWith(GreetingsService, nothing)).toBe(
      `${BEGINNING}  GreetingsService is no Nest module: put @CalendarExtension(…) or @Module(…) above the class and name that class\n` +
        '  undefined is no Nest module: put @CalendarExtension(…) or @Module(…) above the class and name that class',
    );
  });

  it('where its name is none, or is there twice', async () => {
    expect(await startWith(extension({ name: 'Good Day' }))).toBe(
      `${BEGINNING}  Good Day is not a name for an extension: use lower-case letters, digits and dashes`,
    );
    expect(await startWith(extension({}), extension({}))).toBe(
      `${BEGINNING}  greetings is there twice: remove one, or give it another name`,
    );
  });

  it('where two migrations have one name', async () => {
    expect(await startWith(extension({ migrations: [migration, migration] }))).toBe(
      `${BEGINNING}  greetings has two migrations called 20270101000000-greetings: give one of them another name`,
    );
  });

  it('where a table or a column is missing', async () => {
    expect(await startWith(extension({ entities: [GreetingSchema] }))).toBe(
      `${BEGINNING}  greetings is a table that is not there: add a migration to the extension that creates it`,
    );
    expect(await startWith(extension({ entities: [GreetingSchema], migrations: [migration] }))).toBe(
      `${BEGINNING}  greetings lacks columns that its entity has (place): add a migration to the extension that adds them`,
    );
  });

  it('where a table is one of ours', async () => {
    const MyTags = defineEntity({ name: 'MyTag', tableName: 'tags', properties: { id: p.bigint('number').primary() } });
    expect(await startWith(extension({ entities: [MyTags] }))).toBe(
      `${BEGINNING}  MikroORM cannot put the entities together (Duplicate table names are not allowed: tags): change names or tables of those of the extensions`,
    );
  });

  it('where texts are missing, or differ, or are taken', async () => {
    const messages = texts({
      'ca/fields': { greeting: 'Hola', who: 'Hola, {name}', search: 'Cerca', window: 'Finestra' },
      'en/fields': { greeting: 'Hello', who: 'Hello, {person}', search: 'Search', window: 'Window' },
      'es/fields': { who: 'Hola, {name}', search: 'Busca', window: 'Ventana' },
    });
    expect(await startWith(extension({ messages }))).toBe(
      `${BEGINNING}  greetings has no text fields.greeting in es: add it\n` +
        '  greetings has other placeholders in the text fields.who from one language to another: use the same in all\n' +
        '  greetings has a text fields.search, which the service or another extension has already: choose another key\n' +
        '  greetings has a text fields.window, which the service or another extension has already: choose another key',
    );
    const empty = texts({});
    expect(await startWith(extension({ messages: empty }))).toBe(
      `${BEGINNING}  greetings has no texts in ${empty}: there should be files such as ca/fields.json, en/fields.json and es/fields.json`,
    );
  });

  it('where the document names a text that nobody has written', async () => {
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
      `${BEGINNING}  operations.listGreetings is a text that the API document needs, and that there is not in ca, en, es: add it to the messages of the extension`,
    );
  });

  it('where two controllers serve one address', async () => {
    @Controller(`${NAMESPACE}/events`)
    class GreetingsController {
      @Get(':slug')
      @Public()
      get(): object {
        return {};
      }
    }
    expect(await startWith(extension({ controllers: [GreetingsController] }))).toBe(
      `${BEGINNING}  GET /calendar/events/v1/events/:slug is served by GreetingsController.get and by EventsController.get: change the path of one`,
    );
  });

  it('where nobody has said who may call a route', async () => {
    @Controller(`${NAMESPACE}/greetings`)
    class GreetingsController {
      @Get()
      list(): string[] {
        return [];
      }
    }
    expect(await startWith(extension({ controllers: [GreetingsController] }))).toBe(
      `${BEGINNING}  GreetingsController.list (GET /calendar/events/v1/greetings) is a route of which nobody has said who may call it: ` +
        'put @Authenticated(role) or @Public() above the method',
    );
  });

  it('where what it adds is there already, or cannot be told', async () => {
    class Input {
      @IdsField({ description: 'include' })
      venue?: number[];
    }
    @AddsTo(EVENT, { input: Input, orders: ['title', 'mood'] })
    class GreetingsOfEvents {}
    expect(await startWith(extension({ providers: [GreetingsOfEvents] }))).toBe(
      `${BEGINNING}  GreetingsOfEvents adds venue to events, which have it already: choose another name\n` +
        '  GreetingsOfEvents adds title to events, which have it already: choose another name\n' +
        '  GreetingsOfEvents adds input, and has no method write: add it\n' +
        '  GreetingsOfEvents adds orders, and has no method orderBy: add it',
    );
  });

  it('where two want to be told of changes by one name', async () => {
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
      `${BEGINNING}  news is the name of two that want to be told of changes: give one of them another, as in @OnChange(…)\n` +
        '  my news is no name for who wants to be told of changes: use letters, digits, dashes and points',
    );
  });

  it('where the application is created without the adapter of the calendar', async () => {
    const environment = { DATA_DIR: mkdtempSync(join(folder, 'data-')), LOG_LEVEL: 'error' };
    chmodSync(folder, 0o755);
    chmodSync(environment.DATA_DIR, 0o755);
    const module = CalendarModule.forRoot({ environment });
    const application = await NestFactory.create(module, { logger: false, abortOnError: false });
    await expect(application.init()).rejects.toThrow(
      'The application has to be created with the adapter of the calendar: NestFactory.create(AppModule, new CalendarAdapter()).',
    );
    await application.close();
  });
});

describe('a kind of records', () => {
  it('has a name that others do not have', () => {
    expect(() => defineKind({ name: 'venue', plural: 'places' })).toThrow(
      'There is a kind of records venue (venues) already: choose another name',
    );
    expect(() => defineKind({ name: 'Speaker', plural: 'speakers' })).toThrow(
      '“Speaker” cannot name a kind of records: write it in lower case, such as press_release',
    );
    expect(() => recordTables(VENUE, { 'press kit': 'text' })).toThrow(
      '“press kit” cannot name a column: write it in lower case, such as press_kit',
    );
  });
});
