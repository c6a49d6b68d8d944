const RESOURCES = 'events|venues|organizers|categories|tags';

/** Layers below the domain, lowest first. */
const LAYERS = ['kernel', 'persistence', 'records', 'http'];

/** Programs and the files at the top of `src` that put the application together. */
const PROGRAMS = '^src/(cli|testing)/|^src/[^/]+\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A module that imports itself through others cannot be understood or loaded on its own.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...LAYERS.map((layer, index) => ({
      name: `${layer}-imports-lower-layers`,
      comment: 'A layer imports itself and lower layers, types included. It knows no resource.',
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: { path: '^src/', pathNot: `^src/(${LAYERS.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'no-folder-cycles',
      comment: 'Folders of a layer that import each other cannot be understood one after the other.',
      severity: 'error',
      scope: 'folder',
      from: { path: `^src/(${LAYERS.join('|')})/` },
      to: { circular: true },
    },
    {
      name: 'only-programs-import-the-application',
      comment: 'The files at the top of src put everything together, so nothing else may need them.',
      severity: 'error',
      from: { path: '^src/', pathNot: PROGRAMS },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'resources-import-public-parts',
      comment:
        'A resource imports the entity, resource type, select and view of another one, and the DTO of its creation, but nothing else.',
      severity: 'error',
      from: { path: `^src/(${RESOURCES})/` },
      to: {
        path: `^src/(${RESOURCES})/`,
        pathNot: ['^src/$1/', String.raw`(\.(entity|resource|select|view)|/create-\w+\.dto)\.ts$`],
      },
    },
    {
      name: 'feeds-import-lower-rooms',
      comment: 'Feeds write events in other formats. They import resources and what is below them.',
      severity: 'error',
      from: { path: '^src/feeds/' },
      to: { path: '^src/', pathNot: `^src/(feeds|${RESOURCES}|kinds|${LAYERS.join('|')})/` },
    },
    {
      name: 'pages-import-lower-rooms',
      comment: 'Pages show what resources and feeds serve. They import these and what is below them.',
      severity: 'error',
      from: { path: '^src/pages/' },
      to: { path: '^src/', pathNot: `^src/(pages|feeds|${RESOURCES}|kinds|${LAYERS.join('|')})/` },
    },
    {
      name: 'only-pages-and-programs-import-feeds',
      comment:
        'The service works without feeds: only the module that puts the application together names them, and pages.',
      severity: 'error',
      from: { path: '^src/', pathNot: [PROGRAMS, '^src/(feeds|pages)/'] },
      to: { path: '^src/feeds/' },
    },
    {
      name: 'only-programs-import-pages',
      comment: 'The service works without pages: only the module that puts the application together names them.',
      severity: 'error',
      from: { path: '^src/', pathNot: [PROGRAMS, '^src/pages/'] },
      to: { path: '^src/pages/' },
    },
    {
      name: 'no-import-of-observability',
      comment: 'Requests are observed from outside. Whatever serves them knows nothing of logs and metrics.',
      severity: 'error',
      from: { path: `^src/(${RESOURCES}|feeds|accounts|openapi|health)/` },
      to: { path: '^src/observability/' },
    },
    {
      name: 'no-import-of-main',
      comment: 'Nothing depends on the program that starts it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|cli/main)\\.ts$' },
      to: { path: '^src/(main|cli/main)\\.ts$' },
    },
    {
      name: 'extensions-use-the-public-api',
      comment: 'Whatever our extensions need, other extensions need too: it belongs to src/index.ts.',
      severity: 'error',
      from: { path: '^extensions/' },
      to: { path: '^src/', pathNot: '^src/(index|testing/index)\\.ts$' },
    },
    {
      name: 'extensions-are-independent',
      comment: 'Each extension can be enabled by itself.',
      severity: 'error',
      from: { path: '^extensions/([^/]+)/' },
      to: { path: '^extensions/', pathNot: '^extensions/$1/' },
    },
    {
      name: 'no-import-of-extensions',
      comment: 'The service works without extensions.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^extensions/' },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports is dead code.',
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
      comment: 'A package that package.json does not name is installed by accident.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'no-development-packages',
      comment: 'Packages for development are not installed with the service. Types are needed at build time only.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
};
