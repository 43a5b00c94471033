import { readFile } from 'node:fs/promises';
import { CommandFailed } from './command-failed.ts';
import { askHidden } from './password-input.ts';

export const identityOption = {
  type: 'string',
  requiresArg: true,
  describe:
    'File with a private key of age, for an encrypted backup; by default GALLEY_AGE_IDENTITY, which holds the key, or a prompt',
} as const;

const maxFileBytes = 64 * 1024;

/** Reads the key when an encrypted backup is found: from the file, the variable or the terminal. */
export function identityFrom(file: string | undefined): () => Promise<string> {
  return async () => {
    if (file !== undefined) return readIdentityFile(file);
    const { GALLEY_AGE_IDENTITY: key } = process.env;
    if (key) return key;
    if (process.stdin.isTTY) return askHidden('Private key (AGE-SECRET-KEY-1…): ');
    throw new CommandFailed(
      'The backup is encrypted. Name the file with a private key: --identity FILE, or set GALLEY_AGE_IDENTITY or GALLEY_AGE_IDENTITY_FILE. Nothing was changed.',
    );
  };
}

async function readIdentityFile(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown'})`;
    throw new CommandFailed(`The file ${file} (--identity) ${reason}. Nothing was changed.`);
  }
  if (bytes.length > maxFileBytes)
    throw new CommandFailed(`The file ${file} (--identity) is longer than 64 KiB.`);
  return bytes.toString('utf8');
}
