import { contract } from '@galley/contract';
import type { TokenService } from '@galley/auth';
import type { OperationRouter } from '@galley/http';
import { presentToken } from '../present-people.ts';

export function mountTokens(
  router: OperationRouter,
  { tokens }: { readonly tokens: TokenService },
): void {
  router.mount(contract.tokens.list, async ({ actor, query: { username } }) =>
    (await tokens.list(actor, username)).map(presentToken),
  );

  router.mount(contract.tokens.create, async ({ actor, caller, body, note }) => {
    const { name, scopes, expires_in_days: expiresInDays } = body;
    const { token, record } = await tokens.create(actor, {
      name,
      scopes,
      expiresInDays,
      sessionId: caller.id,
    });
    note({ target: record.id, details: { name, scopes: record.scopes } });
    return { ...presentToken(record), token };
  });

  router.mount(contract.tokens.revoke, async ({ actor, body: { id } }) => {
    await tokens.revoke(actor, id);
    return { ok: true };
  });
}
