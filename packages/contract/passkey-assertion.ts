import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { matching } from './shapes.ts';

export const base64url = () => matching(/^[\w-]{1,60000}$/, fieldFault('not_base64url'));

/** Proof that the holder of a passkey answered a challenge. */
export const passkeyAssertion = z
  .object({
    id: base64url(),
    rawId: base64url(),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(),
      authenticatorData: base64url(),
      signature: base64url(),
      userHandle: base64url().nullish(),
    }),
  })
  .meta({
    id: 'PasskeyAssertion',
    description:
      'The answer of the browser, as its `toJSON` writes it; further members are ignored.',
  });
