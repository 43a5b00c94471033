import { backupProblems } from '../problems.ts';

/** Text of an identity file. Called only for encrypted archives. @throws if there is none */
export type ReadIdentity = () => Promise<string>;

export interface AgeKeys {
  readonly recipient: string;
  /** Text of an identity file, as `age-keygen` writes it. */
  readonly identityFile: string;
}

const secretKey = /(?<![A-Z0-9-])AGE-SECRET-KEY-1[A-Z0-9]{58}(?![A-Z0-9])/g;
const maxIdentities = 100;

/**
 * Secret keys in the text of an identity file of age, also if its lines were joined when it was pasted.
 * @throws `invalid_identity`, without quoting the text
 */
export function parseIdentities(text: string): string[] {
  const keys = text.match(secretKey) ?? [];
  if (keys.length > 0 && keys.length <= maxIdentities) return keys;
  throw backupProblems.invalid_identity(
    text.trimStart().startsWith('age1')
      ? 'This is the public key. The private key is needed: a line that begins with AGE-SECRET-KEY-1.'
      : 'This is not a private key of age. It is a line that begins with AGE-SECRET-KEY-1, as in the file of galley backup keygen or age-keygen. SSH keys and encrypted identity files are not supported.',
  );
}

export async function generateKeys(now: Date): Promise<AgeKeys> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const lines = [`# created: ${now.toISOString()}`, `# public key: ${recipient}`, identity, ''];
  return { recipient, identityFile: lines.join('\n') };
}
