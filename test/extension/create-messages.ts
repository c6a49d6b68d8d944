import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a folder with the messages of an extension.
 * @param texts messages by language
 * @param file name of the file in the folder of each language
 */
export function createMessages(parent: string, texts: Readonly<Record<string, object>>, file = 'fields.json'): string {
  const folder = mkdtempSync(join(parent, 'messages-'));
  for (const [language, messages] of Object.entries(texts)) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, file), JSON.stringify(messages));
  }
  return folder;
}
