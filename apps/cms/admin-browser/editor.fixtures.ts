import type { Locator } from 'playwright-core';
import type { TestPage } from '@galley/testing';

export const editorPath = (path: string): string => `/__admin/edit/${path}`;

export function textEditor(page: TestPage): Locator {
  return page.getByRole('textbox', { name: 'Text', exact: true });
}

export async function openEditor(page: TestPage, path: string): Promise<void> {
  await page.goto(editorPath(path));
  await textEditor(page).waitFor();
}

/** The text as Markdown, in either mode. */
export async function markdownOf(page: TestPage): Promise<string> {
  const isVisual = (await page.locator('.cm-visual').count()) > 0;
  if (isVisual) await page.keyboard.press('Control+Shift+M');
  const text = await textEditor(page).innerText();
  if (isVisual) await page.keyboard.press('Control+Shift+M');
  return text;
}

export async function typeAtEnd(page: TestPage, text: string): Promise<void> {
  await textEditor(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

export function waitForBackup(page: TestPage): Promise<void> {
  return page.getByText(/Draft backed up/).waitFor();
}

export function waitForSave(page: TestPage): Promise<void> {
  return page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}

export async function chooseAction(page: TestPage, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

export const customFields = `types:
  page:
    - { name: price, label: Price, type: number, required: true, help: In euros. }
    - { name: kind, type: select, options: [print, book] }
    - { name: seller, type: object, fields: [{ name: city, type: text }, { name: since, type: number }] }
`;

export const offerPage = `---
title: Offer
author: author
workflow: draft
fields:
  seller:
    city: Porto # or Lisbon
    since: 1899
---
Prints.
`;

export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function focusedLabel(page: TestPage): Promise<string> {
  return page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
  );
}
