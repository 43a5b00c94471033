import type { Locator } from 'playwright-core';
import type { TestPage } from '@galley/testing';

export const editorPath = (path: string): string => `/__admin/edit/${path}`;

export function textOf(page: TestPage): Locator {
  return page.getByRole('textbox', { name: 'Text', exact: true });
}

/** Opens a document to be written. */
export async function open(page: TestPage, path: string): Promise<void> {
  await page.goto(editorPath(path));
  await textOf(page).waitFor();
}

/** Types at the end of the text. */
export async function typeAtEnd(page: TestPage, text: string): Promise<void> {
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** Until the server has what was typed. */
export function kept(page: TestPage): Promise<void> {
  return page.getByText(/All changes kept/).waitFor();
}

export function saved(page: TestPage): Promise<void> {
  return page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}

export async function act(page: TestPage, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Of pages: one that is required, a choice, and one that holds others. */
export const customFields = `types:
  page:
    - { name: price, label: Price, type: number, required: true, help: In euros. }
    - { name: kind, type: select, options: [print, book] }
    - { name: seller, type: object, fields: [{ name: city, type: text }, { name: since, type: number }] }
`;

/** A page of an author, without what is required. */
export const offer = `---
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

/** A picture, as Base64. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What the next key goes to. */
export function focused(page: TestPage): Promise<string> {
  return page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
  );
}
