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
