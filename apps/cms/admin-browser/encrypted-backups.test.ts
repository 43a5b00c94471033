import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { generateKeys } from '@galley/backup';
import { TestBrowser } from '@galley/testing';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

vi.setConfig({ testTimeout: 120_000 });

test('an encrypted backup is verified and restored with a pasted private key (ADD-BAK-3)', async () => {
  const { recipient, identityFile } = await generateKeys(new Date());
  const identity = identityFile.split('\n')[2]!;
  const ink = '---\ntitle: Ink\nstatus: published\n---\nBlack.\n';
  await using server = await startWithAdmin({
    files: {
      'galley.yaml': `backup: { encryption: { recipients: [${recipient}] } }\n`,
      'content/posts/ink.md': ink,
    },
  });
  server.watch.plant('the private key of backups', identity);
  const ada = await server.signedIn();
  await ada.post('/__admin/api/backups/create', { name: 'nightly' });
  const file = join(server.project, 'content/posts/ink.md');
  await writeFile(file, ink.replace('Black', 'White'));

  await using browser = await TestBrowser.start();
  await using page = await browser.open(server);
  page.setDefaultTimeout(30_000);
  await addSession(page, server, 'ada');
  await page.goto('/__admin/operations/backups');
  const row = page.getByRole('row', { name: /nightly .*Encrypted/ });
  const act = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for nightly/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await act('Verify');
  page.expects(422);
  const verifying = page.getByRole('alertdialog', { name: /^Verify nightly/ });
  await verifying.getByLabel('Private key').fill((await generateKeys(new Date())).identityFile);
  await verifying.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/no given private key opens it/).waitFor();
  await act('Verify');
  await verifying.getByLabel('Private key').fill(identity);
  await expectUsable(page, 'operations-verify-encrypted');
  await verifying.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/^Verified: /).waitFor();

  await act('Restore…');
  const question = page.getByRole('alertdialog', { name: 'Restore “nightly”?' });
  await question.getByLabel('Private key').fill(identity);
  await question.getByRole('textbox').last().fill('nightly');
  await expectUsable(page, 'operations-restore-encrypted');
  await question.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('“nightly” restored').waitFor();
  expect(await readFile(file, 'utf8')).toBe(ink);
});
