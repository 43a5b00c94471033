import { expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import { markdownOf, openEditor, typeAtEnd, waitForSave } from './editor.fixtures.ts';
import { addSession, startWithAdmin } from './fixtures.ts';

const file = `+++
# Agreed with the desk.
title = "Ink" # short
draft = true
tags = ["presses"]
+++
Black.
`;

test('ADD-KEY-6: text and title of a file with TOML change in place', async () => {
  await using browser = await TestBrowser.start();
  await using server = await startWithAdmin({ files: { 'content/posts/ink.md': file } });
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, 'posts/ink.md');
  expect((await markdownOf(page)).trim()).toBe('Black.');
  await typeAtEnd(page, 'Red.');
  const panel = page.getByRole('complementary', { name: 'Document details' });
  await panel.getByLabel('Title').fill('Ink and paper');
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  const saved = await server.read('content/posts/ink.md');
  expect(saved).toMatch(/^\+\+\+\n# Agreed with the desk\.\ntitle = "Ink and paper" # short\n/);
  expect(saved).toMatch(/\n\+\+\+\nBlack\.\n\nRed\.\n?$/);
});
