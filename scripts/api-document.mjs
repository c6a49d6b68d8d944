import 'reflect-metadata';

/** The OpenAPI document in English. The application is created, but not initialized, and does not connect to a database. */
export async function apiDocument() {
  const { NestFactory } = await import('@nestjs/core');
  const { CalendarModule } = await import('../dist/calendar.module.js');
  const { readConfiguration } = await import('../dist/kernel/config/configuration.js');
  const { ApiDocument } = await import('../dist/openapi/document/api-document.js');
  const configuration = readConfiguration({});
  const module = CalendarModule.forDatabase({ configuration, databaseUrl: 'postgres://127.0.0.1/none' });
  const application = await NestFactory.create(module, { logger: ['error'], abortOnError: false });
  return application.get(ApiDocument).forLanguage('en');
}
