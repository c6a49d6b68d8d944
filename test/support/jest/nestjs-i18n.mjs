// Replacement for nestjs-i18n in Jest. Jest loads CommonJS modules before ES imports, so that nestjs-i18n would require the packages of
// Nest in a cycle. They are loaded here first, and only in tests that import nestjs-i18n.
await import('@nestjs/common');
await import('@nestjs/core');
const { I18nJsonLoader, I18nModule, I18nService } = await import('../../../node_modules/nestjs-i18n/dist/index.js');

export { I18nJsonLoader, I18nModule, I18nService };
