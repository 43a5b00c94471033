import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { accessToken, plainName, words, yesOrNo } from './config-values.ts';
import { isPrivateApiAddress } from './remote-addresses.ts';
import {
  copyShape,
  listOf,
  mapOf,
  mapValues,
  optionalSetting,
  section,
  setting,
  struct,
  value,
  type NamedMap,
} from './shape.ts';

/** Compared with the `iss` of tokens byte for byte, so it stays as written. */
const issuer = () =>
  value(z.stringFormat('issuer', isPrivateApiAddress), {
    expected: fieldFault('not_a_base_address', {
      example: 'https://login.example.org/realms/news',
    }),
    // An invalid value may contain a password.
    isSecret: true,
  });

const domain = () =>
  value(z.string().regex(/^(?=.{1,253}$)[a-z0-9]+([.-][a-z0-9]+)*$/), {
    expected: fieldFault('not_a_host_name', { example: 'example.org' }),
  });

const scope = () =>
  value(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/), {
    expected: fieldFault('not_valid', { example: 'groups' }),
  });

const roleMapping = () =>
  value(
    z.string().transform((text, context) => {
      const [, group, role] = /^(\P{Cc}{1,200})=([a-z][a-z0-9_-]{0,49})$/u.exec(text) ?? [];
      if (group !== undefined && role !== undefined) return { group: group.trim(), role };
      context.issues.push({ code: 'invalid_format', format: 'role-mapping', input: text });
      return z.NEVER;
    }),
    { expected: fieldFault('not_valid', { example: '"Newsroom editors=editor"' }) },
  );

const providers = mapOf(
  plainName(),
  struct({
    issuer: optionalSetting(
      issuer(),
      'Issuer of the provider, spelled as in its discovery document. Required. `http://` only on this machine.',
    ),
    label: optionalSetting(
      words(),
      'Name on the button of the sign-in page. Defaults to the name of the provider in this file.',
    ),
    client_id: optionalSetting(words(), 'Client id that the provider gave to Galley. Required.'),
    client_secret: optionalSetting(
      accessToken(),
      'Client secret. Set it by environment, or put the name of a file with the secret into the variable with `_FILE` at its end. Without one, Galley is a public client.',
    ),
    scopes: setting(listOf(scope(), '[openid, profile, email]'), {
      default: ['openid', 'profile', 'email'],
      description: 'Scopes that Galley asks for. `openid` is always among them.',
    }),
    link_by_email: setting(yesOrNo(), {
      default: false,
      description:
        'Whether a first sign-in is linked to the only account with the same e-mail address, if the provider says that the address is verified. Enable it only for a provider that you trust with every account.',
    }),
    create_accounts: setting(yesOrNo(), {
      default: false,
      description:
        'Whether a first sign-in creates an account, within `domains` and `groups`. Requires `roles` or `default_role`.',
    }),
    domains: setting(listOf(domain(), '[example.org]'), {
      default: [],
      description:
        'Domains of verified e-mail addresses for which `create_accounts` and `link_by_email` apply. All if empty.',
    }),
    groups: setting(listOf(words(), '[newsroom]'), {
      default: [],
      description: 'Groups whose members get an account by `create_accounts`. All if empty.',
    }),
    groups_claim: setting(words(), {
      default: 'groups',
      description: 'Claim with the groups or roles of a person, a text or a list of texts.',
    }),
    roles: setting(listOf(roleMapping(), '["Newsroom editors=editor"]') as never, {
      default: [],
      description:
        'Roles by group, as `group=role`. The first entry that applies decides, at each sign-in. Without entries, roles are managed in Galley.',
    }) as unknown as z.ZodType<readonly RoleMapping[], readonly string[] | undefined>,
    default_role: optionalSetting(
      plainName(),
      'Role of people in none of the groups of `roles`, and of new accounts if `roles` is empty. Must not be `admin`. Without it, people in none of the groups cannot sign in.',
    ),
    second_factor: setting(listOf(words(), '[mfa]'), {
      default: [],
      description:
        'Values of the claims `acr` or `amr` that count as a second factor. Otherwise Galley asks for its own.',
    }),
    sign_out: setting(yesOrNo(), {
      default: true,
      description:
        'Whether signing out of Galley also signs out at the provider, if it supports it.',
    }),
  }),
);

export interface RoleMapping {
  readonly group: string;
  readonly role: string;
}

const completeProviders = copyShape(
  providers.transform((given) =>
    mapValues(given, ({ issuer: address = '', clientId = '', label, ...more }, id) => ({
      ...more,
      id,
      issuer: address,
      clientId,
      label: label ?? id,
    })),
  ),
  providers,
);

export type SignInProvider =
  z.output<typeof completeProviders> extends NamedMap<infer Provider> ? Provider : never;

export const signInSection = section({
  required_provider: optionalSetting(
    plainName(),
    'Provider through which everyone must sign in; passwords then do not. `galley users sign-in-link` is the way back in.',
  ),
  providers: copyShape(completeProviders.prefault({}), completeProviders),
});
