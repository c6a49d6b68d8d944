import { NestFactory } from '@nestjs/core';
import { CalendarModule } from '../calendar.module.js';
import type { Configuration } from '../kernel/config/configuration.js';
import { loadDemo } from '../demo/load-demo.js';
import type { ResolvedExtensions } from '../extension/resolve-extensions.js';

/** Starts the application without HTTP for {@link loadDemo}. */
export async function seedDemo(
  configuration: Configuration,
  url: string,
  extensions?: ResolvedExtensions,
): Promise<number> {
  const application = await NestFactory.createApplicationContext(
    CalendarModule.forDatabase({ configuration, databaseUrl: url, extensions }),
    { logger: ['error'], abortOnError: false },
  );
  try {
    return await loadDemo(application);
  } finally {
    await application.close();
  }
}
