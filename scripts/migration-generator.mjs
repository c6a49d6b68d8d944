import { readFileSync, writeFileSync } from 'node:fs';
import { TSMigrationGenerator } from '@mikro-orm/migrations';
import { format } from 'oxfmt';
import FORMAT_OPTIONS from '../.oxfmtrc.json' with { type: 'json' };
import { MIGRATIONS } from '../dist/persistence/migrations/index.js';

const FOLDER = 'src/persistence/migrations';
const INDEX = `${FOLDER}/index.ts`;

/** Writes a migration in the style of this repository, and adds it to the list of migrations. */
export class MigrationGenerator extends TSMigrationGenerator {
  async generate(diff, _path, name) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? ''))
      throw new Error('Name the migration: npm run migration:create -- organizer-fax');
    const migration = `${nextTimestamp()}-${name}`;
    const className = name.replace(/(?:^|-)([a-z0-9])/g, (_all, letter) => letter.toUpperCase());
    const code = await formatted(this.generateMigrationFile(className, { ...diff, down: [] }, migration));
    writeFileSync(`${FOLDER}/${migration}.ts`, code);
    writeFileSync(INDEX, await formatted(register(readFileSync(INDEX, 'utf8'), migration, className)));
    return [code, `${migration}.ts`];
  }

  generateMigrationFile(className, { up }, migration) {
    const statements = up.map((sql) => this.createStatement(sql.replace(/;$/, ''), 4)).join('');
    return `import { Migration } from '@mikro-orm/migrations';

export class ${className} extends Migration {
  override name = '${migration}';

  override up(): void {
${statements}  }
}
`;
  }
}

/** The current time. Migrations run in the order of their names, so it is never before the last one. */
function nextTimestamp() {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const last = MIGRATIONS.at(-1).name.slice(0, 14);
  return now > last ? now : String(Number(last) + 1);
}

function register(source, migration, className) {
  const lastImport = source.lastIndexOf('\nimport ');
  const afterImports = source.indexOf('\n', lastImport + 1) + 1;
  const line = `import { ${className} } from './${migration}.js';\n`;
  const entry = `  { name: '${migration}', class: ${className} },\n`;
  return `${source.slice(0, afterImports)}${line}${source.slice(afterImports).replace('\n];', `\n${entry}];`)}`;
}

const formatted = async (code) => (await format(INDEX, code, FORMAT_OPTIONS)).code;
