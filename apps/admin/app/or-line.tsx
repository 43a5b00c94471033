import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { passkeyMessages } from './passkey-messages.ts';

/** Divides ways to sign in. */
export function OrLine(): ReactNode {
  const messages = useMessages(passkeyMessages);
  return <p className="or-line">{messages.or}</p>;
}
