import { beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../support/accounts/accounts.js';
import { readConfiguration } from '../../src/kernel/config/configuration.js';
import { seedDemo } from '../../src/cli/seed-demo.js';
import { exampleBodies, examplePath, parameterRequests, prefilledQuery } from '../support/document/example-requests.js';
import {
  fetchDocument,
  operationsIn,
  type LocatedOperation,
  type ServedDocument,
} from '../support/document/served-document.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { ADMIN_TOKEN, type RequestOptions } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

/** Parameters whose example is valid only with another parameter. */
const REQUIRED_COMPANIONS: Readonly<Record<string, string>> = {
  geoloc_lat: '&geoloc_lng=0.9',
  geoloc_lng: '&geoloc_lat=41',
};
/** A cursor is valid only for one list and sort order. */
const CURSOR_PARAMETER = 'after';
/** Examples for this path use a new user, because the last administrator can neither be removed nor lose the role. */
const USER_PATH = '/calendar/admin/v1/users/{id}';

const calendar = useTestCalendar();
const documents = new Map<Language, ServedDocument>();
beforeAll(async () => {
  await seedDemo(readConfiguration({}), calendar.databaseUrl);
  for (const language of LANGUAGES) documents.set(language, await fetchDocument(calendar, language));
});

/** Sends an example request, without a token if the operation is public. Returns the failure, if any. */
async function failureOf({ method, security = [] }: LocatedOperation, path: string, options: RequestOptions = {}) {
  const isPublic = security.some((scheme) => Object.keys(scheme).length === 0);
  const response = await calendar.request(method, path, { token: isPublic ? null : ADMIN_TOKEN, ...options });
  return response.status < 300 ? [] : [`${method} ${path} ${options.form ?? ''}: ${response.text}`];
}

/** Runs `attempt`, which returns failures, for the operations that `isIncluded` selects. Expects no failures. */
async function expectSuccess(
  language: Language,
  isIncluded: (operation: LocatedOperation) => boolean,
  attempt: (operation: LocatedOperation, document: ServedDocument) => Promise<string[]>,
): Promise<void> {
  const document = documents.get(language) as ServedDocument;
  const operations = operationsIn(document).filter(isIncluded);
  expect(operations.length).toBeGreaterThan(6);
  const failures: string[] = [];
  for (const operation of operations) failures.push(...(await attempt(operation, document)));
  expect(failures).toEqual([]);
}

const isRead = ({ method }: LocatedOperation) => method === 'GET';
const isCreate = ({ method, path }: LocatedOperation) => method === 'POST' && !path.endsWith('}');
const isUpdate = ({ method, path }: LocatedOperation) => method.startsWith('P') && path.endsWith('}');
const isRemoval = ({ method }: LocatedOperation) => method === 'DELETE';

/** Path for an update or deletion: the example path, or the path of a new user. */
async function addressOf(operation: LocatedOperation, language: Language): Promise<string> {
  if (operation.path !== USER_PATH) return `/${language}${examplePath(operation)}`;
  return operation.path.replace('{id}', String((await createUser(calendar)).id));
}

describe.each(LANGUAGES)('Read examples of the API document in %s', (language) => {
  it('succeed with the demo agenda if all prefilled parameters are sent (10.3)', async () => {
    await expectSuccess(language, isRead, (operation) =>
      failureOf(operation, `/${language}${examplePath(operation)}?${prefilledQuery(operation)}`),
    );
  });

  it('are accepted for each parameter on its own (10.3)', async () => {
    await expectSuccess(language, isRead, async (operation) => {
      const failures: string[] = [];
      for (const { query, headers } of parameterRequests(operation)) {
        const [, name = ''] = /^\?(\w+)=/.exec(query) ?? [];
        const path = `/${language}${examplePath(operation)}${query}${REQUIRED_COMPANIONS[name] ?? ''}`;
        if (name !== CURSOR_PARAMETER) failures.push(...(await failureOf(operation, path, { headers })));
      }
      return failures;
    });
  });
});

describe.each(LANGUAGES)('Create examples of the API document in %s', (language) => {
  it('create records if they are sent unchanged, as JSON and as forms (10.3)', async () => {
    await expectSuccess(language, isCreate, async (operation, document) => {
      const failures: string[] = [];
      for (const body of exampleBodies(document, operation)) {
        const response = await calendar.request('POST', `/${language}${operation.path}`, body);
        if (response.status !== 201) failures.push(`${operation.location} ${JSON.stringify(body)}: ${response.text}`);
        else await calendar.request('DELETE', `${operation.path}/${String(response.body['id'])}?force=true`);
      }
      return failures;
    });
  });
});

// After all creates, because an update gives a term the name of a create example in another language.
describe.each(LANGUAGES)('Update examples of the API document in %s', (language) => {
  it('update records if they are sent unchanged, as JSON and as forms (10.3)', async () => {
    await expectSuccess(language, isUpdate, async (operation, document) => {
      const failures: string[] = [];
      for (const body of exampleBodies(document, operation)) {
        const [, bodyLanguage = language] = /ml_language(?:":"|=)(\w+)/.exec(JSON.stringify(body)) ?? [];
        const localized = await addressOf(operation, language);
        // A segment that differs from the language of the body is an error.
        const address = bodyLanguage === language ? localized : localized.replace(`/${language}`, '');
        failures.push(...(await failureOf(operation, address, body)));
        if (operation.path === USER_PATH) await calendar.request('DELETE', address);
      }
      return failures;
    });
  });
});

describe('Delete examples of the API document', () => {
  it('delete records of the demo agenda (10.3)', async () => {
    await expectSuccess('en', isRemoval, async (operation) =>
      // Without a language, because a permanent deletion with a language is ambiguous without `ml_scope`.
      failureOf(operation, `${(await addressOf(operation, 'en')).replace('/en', '')}?${prefilledQuery(operation)}`),
    );
  });
});
