import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { galley } from './fixtures.ts';
import { readVariablesFromFiles } from './variables-from-files.ts';

async function secretFile(text: string) {
  const directory = await temporaryDirectory();
  const file = join(directory.path, 'secret');
  await writeFile(file, text);
  return { file, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

describe('a variable that names a file', () => {
  test('sets the variable without _FILE to the content of the file, and is removed', async () => {
    await using secret = await secretFile('postgres://galley:s3cret@db/galley\n');
    const variables = { DATABASE_URL_FILE: secret.file, HOME: '/root', OTHER_FILE: '/etc/motd' };
    readVariablesFromFiles(variables);
    expect(variables).toEqual({
      DATABASE_URL: 'postgres://galley:s3cret@db/galley',
      HOME: '/root',
      OTHER_FILE: '/etc/motd',
    });
  });

  test('works for all variables of Galley, and strips only the final newline', async () => {
    await using secret = await secretFile(' with spaces \r\n');
    const variables: Record<string, string> = {
      GALLEY_DATABASE__OWNER_URL_FILE: secret.file,
      GALLEY_ADMIN_PASSWORD_FILE: secret.file,
      SERVICE_METRICS_TOKEN_FILE: secret.file,
      GALLEY_AIWRITER_API_KEY_FILE: '',
    };
    readVariablesFromFiles(variables);
    expect(variables).toEqual({
      GALLEY_DATABASE__OWNER_URL: ' with spaces ',
      GALLEY_ADMIN_PASSWORD: ' with spaces ',
      SERVICE_METRICS_TOKEN: ' with spaces ',
      GALLEY_AIWRITER_API_KEY_FILE: '',
    });
  });

  test.each([
    ['is longer than 64 KiB', 'x'.repeat(70_000)],
    ['is empty', '\n'],
  ])('is rejected when its file %s', async (reason, text) => {
    await using secret = await secretFile(text);
    const variables = { DATABASE_URL_FILE: secret.file };
    expect(() => readVariablesFromFiles(variables)).toThrow(reason);
  });

  test('is rejected together with the variable itself', async () => {
    await using secret = await secretFile('one');
    const variables = { DATABASE_URL: 'two', DATABASE_URL_FILE: secret.file };
    expect(() => readVariablesFromFiles(variables)).toThrow('are both set');
  });

  test('ends the program with a message when the file does not exist', async () => {
    const made = await galley(['version'], {
      variables: { DATABASE_URL_FILE: '/nowhere/secret' },
    });
    expect(made.ending).toBe(1);
    expect(made.stderr).toBe(
      'galley: The file /nowhere/secret (from DATABASE_URL_FILE) does not exist.',
    );
  });
});
