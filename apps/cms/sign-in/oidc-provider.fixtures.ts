import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

const client = { client_id: 'galley', client_secret: 'a-secret-of-the-browser-tests' };

/** A certified provider. Its sign-in page accepts any name. */
export class OidcProviderServer implements AsyncDisposable {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OidcProviderServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OidcProviderServer(server);
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  config(more: object = {}) {
    return { issuer: this.issuer, ...client, ...more };
  }

  /** `admin` is the address of Galley's admin, known once it has started. */
  serve(admin: string): void {
    const provider: Provider = new Provider(this.issuer, {
      clients: [
        {
          ...client,
          redirect_uris: [`${admin}/oidc/callback/company`],
          post_logout_redirect_uris: [`${admin}/sign-in`],
          backchannel_logout_uri: `${admin}/oidc/logout/company`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: {
        backchannelLogout: { enabled: true },
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context, form) => {
            context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
          },
        },
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      // No question for consent.
      loadExistingGrant: async ({ oidc }) => {
        const { accountId } = oidc.session!;
        const grant = new provider.Grant({ clientId: client.client_id, accountId: accountId! });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      cookies: { keys: ['a key of the tests'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, name: id, email: `${id}@example.org`, email_verified: true }),
      }),
    });
    const answer = provider.callback();
    this.#server.on('request', (request, response) => {
      if (request.url!.startsWith('/interaction/')) void signIn(provider, request, response);
      else void answer(request, response);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const signInPage = `<form method="post">
  <label>Login <input name="login"></label>
  <button>Sign in there</button>
</form>`;

async function signIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(signInPage);
    return;
  }
  const accountId = new URLSearchParams(await text(request)).get('login')!;
  await provider.interactionFinished(request, response, { login: { accountId } });
}
