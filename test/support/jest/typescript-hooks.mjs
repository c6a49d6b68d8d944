// Lets Node run the sources as they are: it strips their types itself, but looks for the .js files that they name.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const own = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return nextResolve(own ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
