import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { CommandFailed } from '../command-failed.ts';
import type { Global } from '../project-command.ts';
import { jsonOption } from '../shared-options.ts';

interface KeygenArguments extends Global {
  readonly file: string;
  readonly json: boolean;
}

export const generateKeysCommand: CommandModule<Global, KeygenArguments> = {
  command: 'keygen <file>',
  describe: 'Create a pair of keys for encrypted backups',
  builder: (options: Argv<Global>): Argv<KeygenArguments> =>
    options
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'New file for the private key',
      })
      .option('json', jsonOption)
      .example('$0 backup keygen backup-key.txt', 'Create a key, and print its public part')
      .epilogue(
        'Prints the public key, for backup.encryption.recipients; --json: {file, recipient}. Writes the private key to the file, in the format of age-keygen. Keep the file outside this machine: without it, no encrypted backup can be restored. Needs no project.',
      ),
  handler: async ({ file, json }) => {
    const { generateBackupKeys } = await import('@galley/cms');
    const { recipient, identityFile } = await generateBackupKeys(new Date());
    await writeNew(file, identityFile);
    if (json) console.log(JSON.stringify({ file: resolve(file), recipient }));
    else
      console.log(
        [
          `Private key: ${file}. Store it in two safe places outside this machine.`,
          `Public key: ${recipient}`,
          'Add the public key to backup.encryption.recipients in galley.yaml.',
        ].join('\n'),
      );
  },
};

/** Never replaces a file, which may be the only copy of a key. */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`;
    throw new CommandFailed(`The file ${path} ${reason}. Choose another name. No key was created.`);
  }
}
