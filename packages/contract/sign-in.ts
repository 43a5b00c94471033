import { z } from 'zod';
import { text } from './shapes.ts';

const returnTo = text().min(1).max(2_000).optional().meta({
  description: 'Path in the admin, with its query; other addresses are ignored.',
});

export const providerChoice = z.strictObject({
  provider: text().min(1).max(100),
  return_to: returnTo,
});

export const providerAddress = z
  .object({ url: z.string().meta({ description: 'Address at the provider for the browser.' }) })
  .meta({ id: 'ProviderAddress' });

export const signInOptions = z
  .object({
    password: z.boolean().meta({
      description: 'Whether passwords sign in; not if one provider is required.',
    }),
    password_reset: z.boolean().meta({
      description: 'Whether people can ask for a link to set a new password by e-mail.',
    }),
    setup_due: z.boolean().meta({
      description: 'Whether no account exists yet: the first one is created with the set-up link.',
    }),
    passkey_origin: z.string().nullable().meta({
      description:
        'Where passkeys work, such as `https://news.example.org`; null if the site has no such address.',
    }),
    providers: z.array(z.object({ id: z.string(), label: z.string() })),
  })
  .meta({ id: 'SignInOptions' });
