import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
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
    @ExtendsRecord(EVENT, { input: Input, orders: ['title', 'mood'] })
    class GreetingsOfEvents {}
    expect(await startWith(extension({ providers: [GreetingsOfEvents] }))).toBe(
      `${BEGINNING}  GreetingsOfEvents adds venue to events, which have it already: choose another name\n` +
        '  GreetingsOfEvents adds title to events, which have it already: choose another name\n' +
        '  GreetingsOfEvents adds input, and has no method write: add it\n' +
        '  GreetingsOfEvents adds orders, and has no method orderBy: add it',
    );
  });

  it('where an order is one already, in whatever case, or cannot be one', async () => {
    @ExtendsRecord(EVENT, { orders: ['Title', 'mood', 'Mood', 'my mood'] })
    class Moods {
      orderBy() {}
    }
    expect((await startWith(extension({ providers: [Moods] }))).split('\n').slice(1)).toEqual([
      '  Moods adds an order “Title”, which cannot be a value of orderby: write it in lower case, such as seats_left',
      '  Moods adds an order “Mood”, which cannot be a value of orderby: write it in lower case, such as seats_left',
      '  Moods adds an order “my mood”, which cannot be a value of orderby: write it in lower case, such as seats_left',
      '  Moods adds Title to events, which have it already: choose another name',
      '  Moods adds Mood to events, which have it already: choose another name',
    ]);
  });

  it('where the document could not tell two classes apart', async () => {
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
    const what =
      'is the name of two classes that the API document shows, one of which would stand for both: rename one';
    expect(await startWith(extension({ providers: [Moods, Others] }))).toBe(
      `${BEGINNING}  EventView ${what}\n  Input ${what}`,
    );
  });

  it('where the database refuses what an addition has it read', async () => {
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
      '  Moods has the database read by select what it refuses (relation "greetings" does not exist): correct it',
      '  Moods has the database read by orderBy what it refuses (column tried.mood does not exist): correct it',
      '  Moods adds an order nothing and gives nothing to compare by it: answer it in orderBy',
      '  Valued writes a value into what select reads with every record, which would be that of the first request: take it from a column',
    ]);
  });

  it('where what the calendar calls by itself is made for a request', async () => {
    const what =
      'is made anew for every request, which a class with @ExtendsRecord, @BeforeWrite or @OnChange cannot be: take what it needs of the request from its context';
    @Injectable({ scope: Scope.REQUEST })
    class Moderation {
      @BeforeWrite(EVENT)
      review(): void {}
    }
    expect(await startWith(extension({ providers: [Moderation] }))).toBe(`${BEGINNING}  Moderation ${what}`);
    @ExtendsRecord(EVENT)
    class Moods {
      constructor(@Inject(REQUEST) readonly request: unknown) {}
    }
    expect(await startWith(extension({ providers: [Moods] }))).toBe(`${BEGINNING}  Moods ${what}`);
  });

  it('where a migration fails, or has no class', async () => {
    class Wrong extends Migration {
      override up(): void {
        this.addSql('create tabel greetings ()');
      }
    }
    expect(await startWith(extension({ migrations: [{ name: '20270101000000-wrong', class: Wrong }] }))).toBe(
      `${BEGINNING}  greetings has a migration 20270101000000-wrong that the database refuses (syntax error at or near "tabel"): correct it`,
    );
    const none = { name: '20270101000000-none' } as unknown as typeof migration;
    expect(await startWith(extension({ migrations: [none] }))).toBe(
      `${BEGINNING}  greetings has a migration 20270101000000-none without a class: name the class that carries it out`,
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
  it('is there where a decorator names it', () => {
    const none = undefined as unknown as typeof EVENT;
    const said = (of: string) =>
      `${BEGINNING}  ${of} names a kind that is not there yet, as files that import each other in a circle do: import it from where it is declared`;
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

  it('has a name and a plural that no other kind of the application has', async () => {
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
      'There is a kind of records venue (venues) already: choose another name',
    );
  });

  it('has a name that can be one of a table', () => {
    expect(() => defineKind({ name: 'Speaker', plural: 'speakers' })).toThrow(
      '“Speaker” cannot name a kind of records: write it in lower case, such as press_release',
    );
    expect(() => defineKind({ name: 'reference', plural: 'references' })).toThrow(
      '“references” is a word of SQL, so no table can be called by it: choose another name',
    );
    expect(() => recordTablesSql(VENUE, { 'press kit': 'text' })).toThrow(
      '“press kit” cannot name a column: write it in lower case, such as press_kit',
    );
  });
});
