import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { passkeysMessages } from './passkeys-messages.ts';

/** Why no passkey can be added on this page; `undefined` where it can, and before the answer arrives. */
export function useReasonAgainst(): string | undefined {
  const messages = useMessages(passkeysMessages);
  const { data } = useQuery(signInOptionsQuery);
  const origin = data?.passkey_origin;
  if (origin === undefined || canUsePasskeys(origin)) return undefined;
  if (origin === null) return messages.nowhere;
  return origin === location.origin ? messages.unsupported : messages.elsewhere({ origin });
}
