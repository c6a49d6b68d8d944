import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a folder with the messages of an extension.
 * @param fields messages of `fields.json` by language
 */
export function createMessages(parent: string, fields: Readonly<Record<string, object>>): string {
  const folder = mkdtempSync(join(parent, 'messages-'));
  for (const [language, texts] of Object.entries(fields)) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, 'fields.json'), JSON.stringify(texts));
  }
  return folder;
}
