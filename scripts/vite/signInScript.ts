import type { Plugin } from 'vite';

/** Serves the script of the sign-in page during development, from its source. `scripts/setup/build.mjs` makes the file for production. */
export function signInScript(): Plugin {
  return {
    name: 'sign-in-script',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((req, _res, next) => {
        if (req.url?.split('?')[0] === '/passkeySignIn.js') req.url = '/signIn/passkeySignIn.ts';
        next();
      });
    },
  };
}
