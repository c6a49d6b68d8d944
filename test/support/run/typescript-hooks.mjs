// Hooks that resolve `.js` imports to `.ts` sources. Node strips types itself, but does not map the extension.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isRelativeFromTypeScript = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return nextResolve(isRelativeFromTypeScript ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
