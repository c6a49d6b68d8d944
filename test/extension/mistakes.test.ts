import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  DateTimeField,
  defineKind,
  EVENT,
  IdsField,
  NAMESPACE,
  OnChange,
  Public,
  recordTablesSql,
  TAG,
  TextField,
  VENUE,
  type ExtensionSortKey,
  type RecordScope,
  type ExtensionMetadata,
  type SlugStrategy,
} from 'calendar-events-service';
import { createTestCalendar } from 'calendar-events-service/testing';
import { sql } from 'kysely';
import { SpeakersModule } from '../../extensions/speakers/speakers.module.js';
import { resolveExtensions } from '../../src/extension/resolve-extensions.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';
import { createMessages } from './create-messages.js';

const folder = useTemporaryFolder('mistakes');
/** All starts use one database, which is faster than the embedded one of each test calendar. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** An extension class with the given metadata. */
function extension(metadata: Partial<ExtensionMetadata>): Type {
  @CalendarExtension({ name: 'greetings', ...metadata })
  class GreetingsModule {}
  return GreetingsModule;
}

/** A controller with one handler. */
function controllerOf(path: string, ...decorators: readonly MethodDecorator[]): Type {
  @Controller(path)
  class GreetingsController {
    list(): void {}
  }
  const method = Object.getOwnPropertyDescriptor(GreetingsController.prototype, 'list') as PropertyDescriptor;
  for (const decorate of decorators) decorate(GreetingsController.prototype, 'list', method);
  return GreetingsController;
}

const startWith = (...extensions: readonly Type[]) =>
  createTestCalendar({ extensions, environment: { DATABASE_URL: database.url } }).then(
    (started) => started.close().then(() => 'started'),
    (error: Error) => error.message,
  );

/** Expects that a start with the extensions fails with these lines. */
async function expectIssues(extensions: readonly Type[], ...lines: readonly string[]): Promise<void> {
  const message = ['The service cannot start with these extensions:', ...lines.map((line) => `  ${line}`)].join('\n');
  expect(await startWith(...extensions)).toBe(message);
}

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

describe('A start with extensions fails and reports', () => {
  it('classes that are not Nest modules', async () => {
    @Injectable()
    class GreetingsService {}
    await expectIssues(
      [GreetingsService, undefined as unknown as Type],
      'GreetingsService is not a Nest module. Add @CalendarExtension() or @Module() to the class.',
      'undefined is not a Nest module. Add @CalendarExtension() or @Module() to the class.',
    );
  });

  it('invalid and duplicate names of extensions, and duplicate and missing migrations', async () => {
    const migrationWithoutClass = { name: '20270101000000-greetings' } as unknown as typeof migration;
    await expectIssues(
      [
        extension({ name: 'Good Day' }),
        extension({ migrations: [migration, migration, migrationWithoutClass] }),
        extension({}),
      ],
      'Good Day is not a valid extension name. Use lower-case letters, digits and dashes.',
      'greetings has a migration 20270101000000-greetings without a class.',
      'greetings has two migrations named 20270101000000-letters. Rename one.',
      'greetings is the name of two extensions. Rename or remove one.',
    );
  });

  it('missing, inconsistent and duplicate messages', async () => {
    // The service has the texts `fields.search` and `fields.slug`, and an object `fields.window` with texts.
    const messages = createMessages(folder, {
      ca: { greeting: 'Hola', who: 'Hola, {name}', search: 'Cerca', window: 'Finestra', slug: { short: 'Curt' } },
      en: { greeting: 'Hello', who: 'Hello, {person}', search: 'Search', window: 'Window', slug: { short: 'Short' } },
      es: { who: 'Hola, {name}', search: 'Busca', window: 'Ventana', slug: { short: 'Corto' } },
    });
    const empty = createMessages(folder, {});
    await expectIssues(
      [extension({ messages }), extension({ name: 'silence', messages: empty })],
      'greetings has no message fields.greeting in es. Add it.',
      'greetings has different placeholders in the translations of the message fields.who. Use the same in all languages.',
      'greetings has a message fields.search, which the service or another extension already has. Choose another key.',
      'greetings has a message fields.window, which the service or another extension already has. Choose another key.',
      'greetings has a message fields.slug.short, which the service or another extension already has. Choose another key.',
      `silence has no messages in ${empty}. Add files such as ca/fields.json, en/fields.json and es/fields.json.`,
    );
  });

  it('undeclared, duplicate and unsupported custom fields, and options that name no field', async () => {
    class Undeclared {}
    @CustomFields(EVENT, { filters: ['colour'], indexed: ['venue'] })
    class WrongOptions {
      @TextField({ description: 'venue' })
      venue?: string;
    }
    @CustomFields(EVENT)
    class DuplicateField {
      @TextField({ description: 'venue' })
      venue?: string;
    }
    @CustomFields(TAG, { searchable: ['day'] })
    class UnsupportedTag {
      @DateTimeField({ description: 'date' })
      day?: unknown;

      @TextField({ required: true, description: 'page' })
      colour!: string;
    }
    await expectIssues(
      [extension({ customFields: [Undeclared, WrongOptions, DuplicateField, UnsupportedTag] })],
      'Undeclared declares no custom fields. Add @CustomFields(kind) to the class and a field decorator to each member.',
      'WrongOptions lists colour in filters or searchable, but declares no such field. Add the field or remove the name.',
      'WrongOptions lists venue in indexed, but not in filters. Add it to filters or remove it from indexed.',
      'DuplicateField declares the custom field venue of events, which another class already declares. Choose another name.',
      'UnsupportedTag declares the custom field day with a type that custom fields cannot store. Use another field decorator.',
      'UnsupportedTag requires colour of tags, which events can create by name alone. Make it optional.',
      'UnsupportedTag sets searchable, which only custom fields of events, venues and organizers support. Remove it.',
    );
  });

  it('unknown and duplicate strategies, and strategies without their method', async () => {
    class Season {
      defaultWindow() {
        return { start: '-1 week', end: '+2 weeks' };
      }
    }
    const slug = Season as unknown as Type<SlugStrategy>;
    await expectIssues(
      [
        extension({ name: 'one', strategies: { window: Season, colour: Season } as never }),
        extension({ name: 'two', strategies: { window: Season, slug } }),
      ],
      'one names an unknown strategy colour. The strategies are slug, authentication, permission, image, cost, window, fallback, publicUrl.',
      'two declares the strategy window, as one does. Remove one.',
      'two declares a strategy slug without a method slugSource. Add it.',
    );
  });

  it('missing tables and columns', async () => {
    const LetterSchema = defineEntity({
      name: 'Letter',
      tableName: 'letters',
      properties: { id: p.bigint('number').primary(), words: p.text(), place: p.text().nullable() },
    });
    await expectIssues(
      [extension({ entities: [GreetingSchema, LetterSchema], migrations: [migration] })],
      'letters lacks columns of its entity (place). Add a migration that adds them.',
      'greetings does not exist in the database. Add a migration that creates the table.',
    );
  });

  it('a table that the service already has', async () => {
    const properties = { id: p.bigint('number').primary() };
    await expectIssues(
      [extension({ entities: [defineEntity({ name: 'MyTag', tableName: 'tags', properties })] })],
      'MikroORM rejected the entities of the extensions (Duplicate table names are not allowed: tags). Rename entities or tables.',
    );
  });

  it('a migration that the database rejects', async () => {
    class CreateGreetings extends Migration {
      override up(): void {
        this.addSql('create tabel greetings ()');
      }
    }
    await expectIssues(
      [extension({ migrations: [{ name: '20270101000000-greetings', class: CreateGreetings }] })],
      'greetings has a migration 20270101000000-greetings that the database rejects (syntax error at or near "tabel"). Correct the migration.',
    );
  });

  const greetings = `${NAMESPACE}/greetings`;
  const documented = ApiOperation({ summary: 'operations.listGreetings' });
  it.each([
    [
      'a route without an access rule',
      controllerOf(greetings, Get()),
      'GreetingsController.list (GET /calendar/events/v1/greetings) has no access rule. Add @Public() or @Authenticated(role) to the handler.',
    ],
    [
      'a route that two controllers serve',
      controllerOf(`${NAMESPACE}/events`, Get(':slug'), Public()),
      'GET /calendar/events/v1/events/:slug is served by GreetingsController.list and by EventsController.get. Change the path of one.',
    ],
    [
      'a text of the API document without a translation',
      controllerOf(greetings, Get(), Public(), documented),
      'operations.listGreetings is a text of the API document without a translation in ca, en, es. Add it to the messages of the extension.',
    ],
  ])('%s', async (_description, controller, line) => {
    await expectIssues([extension({ controllers: [controller] })], line);
  });

  it('record extensions with names that exist or are invalid, or without their method', async () => {
    const inputWith = (name: string) => {
      class Input {}
      IdsField({ description: 'include' })(Input.prototype, name);
      return Input;
    };
    class EventView {
      mood?: string;
    }
    @ExtendsRecord(EVENT, { input: inputWith('venue'), view: EventView, orders: ['Title', 'mood', 'Mood', 'my mood'] })
    class Moods {
      members() {
        return {};
      }
    }
    @ExtendsRecord(VENUE, { input: inputWith('mood') })
    class VenueMoods {
      write() {}
    }
    const invalidMessage = 'is not a valid value of orderby. Use lower case, such as seats_left.';
    await expectIssues(
      [extension({ providers: [Moods, VenueMoods] })],
      `Moods adds a sort order “Title”, which ${invalidMessage}`,
      `Moods adds a sort order “Mood”, which ${invalidMessage}`,
      `Moods adds a sort order “my mood”, which ${invalidMessage}`,
      ...['venue', 'Title', 'Mood'].map(
        (name) => `Moods adds ${name} to events, which already have it. Choose another name.`,
      ),
      'Moods declares input but has no method write. Add it.',
      'Moods declares orders but has no method orderBy. Add it.',
      ...['EventView', 'Input'].map((name) => `${name} is the name of two classes in the API document. Rename one.`),
    );
  });

  it('SQL of record extensions that is missing, that the database rejects or that binds a value', async () => {
    @ExtendsRecord(EVENT, { orders: ['mood', 'energy'] })
    class Moods {
      select = () => sql`(select words from greetings)`;
      orderBy = (name: string, _context: unknown, { alias }: RecordScope) =>
        name === 'mood'
          ? { expression: sql.ref(`${alias}.mood`), maskedValue: sql`''`, type: 'text' as const }
          : (undefined as unknown as ExtensionSortKey);
    }
    @ExtendsRecord(VENUE)
    class BoundValue {
      select = () => sql`${5}::int`;
    }
    await expectIssues(
      [extension({ providers: [Moods, BoundValue] })],
      'Moods returns SQL from select that the database rejects (relation "greetings" does not exist).',
      'Moods returns SQL from orderBy that the database rejects (column tried.mood does not exist).',
      'Moods adds a sort order energy, but orderBy returns nothing for it.',
      'BoundValue binds a value in select. The statement is compiled once, so every request would use the value of the first. Use a column instead.',
    );
  });

  it('request-scoped hooks and record extensions', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Moderation {
      @BeforeWrite(EVENT)
      review(): void {}
    }
    @ExtendsRecord(EVENT)
    class Moods {
      constructor(@Inject(REQUEST) readonly request: unknown) {}
    }
    for (const provider of [Moderation, Moods])
      await expectIssues(
        [extension({ providers: [provider] })],
        `${provider.name} is request-scoped, which classes with @ExtendsRecord, @BeforeWrite or @OnChange cannot be. Read request data from the context argument.`,
      );
  });

  it('duplicate and invalid names of change handlers', async () => {
    class Newsletter {
      @OnChange({ name: 'news' })
      send(): void {}

      @OnChange({ name: 'news' })
      write(): void {}

      @OnChange({ name: 'my news' })
      say(): void {}
    }
    Injectable()(Newsletter);
    await expectIssues(
      [extension({ providers: [Newsletter] })],
      'news is the name of two change handlers. Pass another name to one @OnChange().',
      'my news is not a valid name for a change handler. Use letters, digits, dashes and dots.',
    );
  });
});

onlyInFullRun(() => {
  describe('An application without the calendar adapter', () => {
    it('fails to start, with a hint at the adapter', async () => {
      const environment = { DATA_DIR: mkdtempSync(join(folder, 'data-')), LOG_LEVEL: 'error' };
      // If root runs the tests, PostgreSQL runs under another account.
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
  it('that is undefined is rejected by a decorator, with a hint at the circular import', () => {
    const undefinedKind = undefined as unknown as typeof EVENT;
    const message = (location: string) =>
      `The service cannot start with these extensions:\n  ${location} receives an undefined kind because of a circular import. Import the kind from the file that declares it.`;
    class Early {
      review(): void {}
    }
    const decorators = {
      'Early.review': BeforeWrite(undefinedKind),
      'Early.send': OnChange({ kinds: [undefinedKind] }),
    };
    for (const [location, decorate] of Object.entries(decorators)) {
      const method = location.replace('Early.', '');
      expect(() => decorate(Early.prototype, method, { value: () => undefined })).toThrow(message(location));
    }
    for (const decorate of [ExtendsRecord(undefinedKind), CustomFields(undefinedKind)])
      expect(() => decorate(Early)).toThrow(message('Early'));
  });

  it('with the name of another kind of the application is rejected', () => {
    const extensionWith = (name: string, plural: string) => {
      const properties = { id: p.bigint('number').primary() };
      const schema = defineEntity({ name: 'Own', tableName: plural, properties });
      class Own extends schema.class {
        static readonly kind = defineKind({ name, plural });
      }
      schema.setClass(Own);
      return extension({ name: plural, entities: [schema] });
    };
    expect(() => resolveExtensions([extensionWith('venue', 'places')])).toThrow(
      'The kind venue (places) of an extension has a name that the kind venue (venues) already has. Rename it.',
    );
    const bands = extensionWith('speaker', 'bands');
    expect(resolveExtensions([bands]).entities).toHaveLength(1);
    expect(() => resolveExtensions([SpeakersModule, bands])).toThrow(
      'The kind speaker (bands) of an extension has a name that the kind speaker (speakers) already has. Rename it.',
    );
  });

  it('with an invalid name is rejected, and so is an invalid name of a column', () => {
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
