import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestProvider {
  /** The variables that make a server sign people in here. */
  env: Record<string, string>;
  /** Registers the app at this address. */
  register(appUrl: string): void;
  close(): Promise<void>;
}

const [CLIENT, SECRET] = ['marquee', 'a secret only for tests'];

/**
 * A certified OpenID provider from a package. On its pages people sign in with any name and password, and get the address
 * NAME@example.com.
 */
export async function startProvider(): Promise<TestProvider> {
  // Imported here, because tests first silence its warnings.
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
