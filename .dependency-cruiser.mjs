const RESOURCES = 'events|venues|organizers|categories|tags';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A module that needs itself through others cannot be understood, or loaded, on its own.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'common-knows-no-resource',
      comment: 'What is shared serves every resource alike, so it may know none of them.',
      severity: 'error',
      from: { path: '^src/common/' },
      to: {
        path: `^src/(${RESOURCES}|accounts|description|health|cli|database|observability)/`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'resources-meet-at-the-door',
      comment:
        'Resources know each other by entities, modules, exported services, and by what they embed: its select, its view, the DTO of its creation.',
      severity: 'error',
      from: { path: `^src/(${RESOURCES})/` },
      to: {
        path: `^src/(${RESOURCES})/`,
        pathNot: ['^src/$1/', String.raw`(\.(entity|module|service|select|view)|/create-\w+\.dto)\.ts$`],
      },
    },
    {
      name: 'resources-know-no-operators',
      comment: 'Requests are watched from outside; what serves them knows nothing of logs and metrics.',
      severity: 'error',
      from: { path: `^src/(${RESOURCES}|accounts|description|health)/` },
      to: { path: '^src/observability/' },
    },
    {
      name: 'only-the-program-knows-its-server',
      comment:
        'What serves requests must not depend on how they arrive: only the program, and the calendar as a whole, set the server up.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|service|index|calendar\\.module)\\.ts$|^src/server/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'nothing-needs-the-program',
      comment: 'Nothing may depend on the program that starts it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|cli/main)\\.ts$' },
      to: { path: '^src/(main|cli/main)\\.ts$' },
    },
    {
      name: 'extensions-use-the-public-api',
      comment: 'What extensions of ours need, those of others need too: it belongs to src/index.ts.',
      severity: 'error',
      from: { path: '^extensions/' },
      to: { path: '^src/', pathNot: '^src/(index|testing/index)\\.ts$' },
    },
    {
      name: 'extensions-stand-alone',
      comment: 'Each is switched on by itself, so none may need another.',
      severity: 'error',
      from: { path: '^extensions/([^/]+)/' },
      to: { path: '^extensions/', pathNot: '^extensions/$1/' },
    },
    {
      name: 'nothing-needs-an-extension',
      comment: 'The service is whole without them.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^extensions/' },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing uses is dead.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: '^src/((main|cli/main|index|testing/index)\\.ts$|openapi/docs/page/)',
      },
      to: {},
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that package.json does not name is there by chance.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'npm-dev'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
};
