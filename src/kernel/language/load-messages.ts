import { NestFactory } from '@nestjs/core';
import { I18nService } from 'nestjs-i18n';
import { messagesModule } from './messages.module.js';
import { Messages } from './messages.js';

let loaded: Promise<Messages> | undefined;

/** The service's own texts for a terminal, where there is no application that has them. They are read once. */
export function loadMessages(): Promise<Messages> {
  return (loaded ??= createMessages());
}

async function createMessages(): Promise<Messages> {
  const context = await NestFactory.createApplicationContext(messagesModule(), {
    logger: ['error'],
    abortOnError: false,
  });
  return new Messages(context.get(I18nService));
}
