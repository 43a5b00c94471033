import { fieldFault, type FieldFault } from '@galley/kernel';
import type { Config } from './config-schema.ts';
import type { Finding, Source } from './finding.ts';
import type { SignInProvider } from './sign-in-schema.ts';
import { createFinding } from './source-of-setting.ts';

/** Checked after merging, because the sources may complement each other. */
export function findSignInMistakes(
  { signIn: { requiredProvider, providers } }: Config,
  sources: readonly Source[],
): Finding[] {
  const found = Object.values(providers).flatMap((provider) =>
    providerFaults(provider).map(([keys, fault]) =>
      createFinding(['sign_in', 'providers', provider.id, ...keys], fault, sources),
    ),
  );
  if (requiredProvider === undefined || Object.hasOwn(providers, requiredProvider)) return found;
  const fault = fieldFault('not_found', {
    value: requiredProvider,
    known: Object.keys(providers),
  });
  return [...found, createFinding(['sign_in', 'required_provider'], fault, sources)];
}

type KeyedFault = readonly [keys: readonly string[], fault: FieldFault];

function providerFaults({
  issuer,
  clientId,
  createAccounts,
  roles,
  defaultRole,
}: SignInProvider): KeyedFault[] {
  const faults: KeyedFault[] = [];
  if (issuer === '') faults.push([[], fieldFault('requires', { other: 'issuer' })]);
  if (clientId === '') faults.push([[], fieldFault('requires', { other: 'client_id' })]);
  if (createAccounts && roles.length === 0 && defaultRole === undefined)
    faults.push([
      ['create_accounts'],
      fieldFault('requires', { other: ['roles', 'default_role'] }),
    ]);
  if (defaultRole === 'admin')
    faults.push([['default_role'], fieldFault('reserved', { value: defaultRole })]);
  return faults;
}
