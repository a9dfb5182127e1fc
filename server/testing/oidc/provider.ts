import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestProvider {
  /** The variables that make a server sign people in here. */
  env: Record<string, string>;
  /** From now on it knows the app at this address. */
  register(appUrl: string): void;
  close(): Promise<void>;
}

const [CLIENT, SECRET] = ['marquee', 'a secret only for tests'];

/**
 * An OpenID provider that others wrote, certified as one: on its own pages anybody signs in by a name, with any
 * password, and has the address NAME@example.com.
 */
export async function startProvider(): Promise<TestProvider> {
  // Here, so that who wants it quiet has had the time to say so.
  const { Provider } = await import('oidc-provider');
  let answer: RequestListener = (_req, res) => void res.writeHead(503).end();
  const server = createServer((req, res) => answer(req, res));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: SECRET },
    register(appUrl) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: CLIENT, client_secret: SECRET, redirect_uris: [`${appUrl}/api/auth/oidc/callback`] }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
        cookies: { keys: ['only for tests'] },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims: () => ({
            sub: id,
            email: `${id}@example.com`,
            email_verified: true,
            given_name: id,
            family_name: 'Alvarez',
          }),
        }),
      });
      answer = provider.callback();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
