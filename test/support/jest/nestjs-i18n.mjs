// Stands for nestjs-i18n within Jest, which loads CommonJS before what it imports: that requires Nest's packages in a cycle unless they
// are there. Only those tests load them that reach nestjs-i18n.
await import('@nestjs/common');
await import('@nestjs/core');
const { I18nJsonLoader, I18nModule, I18nService } = await import('../../../node_modules/nestjs-i18n/dist/index.js');

export { I18nJsonLoader, I18nModule, I18nService };
