import { expect } from 'vitest';
import type { TestPage } from '@galley/testing';
import { textEditor } from './editor.fixtures.ts';

export interface Clipboard {
  readonly html?: string;
  readonly text?: string;
  /** As base64, by name; other files than `.png` have no type. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further types, such as that of VS Code. */
  readonly types?: readonly string[];
}

const prepare = `const data = new DataTransfer();
  for (const [type, text] of Object.entries(given.texts)) data.setData(type, text);
  for (const [name, base64] of Object.entries(given.files)) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const type = name.endsWith('.png') ? 'image/png' : '';
    data.items.add(new File([bytes], name, { type }));
  }`;

function givenOf({ html, text, files = {}, types = [] }: Clipboard): string {
  const texts = {
    ...(html !== undefined && { 'text/html': html }),
    ...(text !== undefined && { 'text/plain': text }),
    ...Object.fromEntries(types.map((type) => [type, '{}'])),
  };
  return JSON.stringify({ texts, files });
}

/** Pastes where the cursor is, as a browser does after Ctrl+V. */
export async function paste(page: TestPage, clipboard: Clipboard): Promise<void> {
  const before = await textEditor(page).innerText();
  await page.evaluate(`((given) => {
    ${prepare}
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', event));
  })(${givenOf(clipboard)})`);
  // Conversion takes a moment; a selection made before its end would be replaced.
  await expect.poll(() => textEditor(page).innerText()).not.toBe(before);
}

/** Drops in the middle of the line that contains the text. */
export async function drop(page: TestPage, line: string, clipboard: Clipboard): Promise<void> {
  const box = (await page.locator('.cm-content').getByText(line).first().boundingBox())!;
  const at = { clientX: box.x + 5, clientY: box.y + box.height / 2 };
  await page.evaluate(`((given) => {
    ${prepare}
    const target = document.elementFromPoint(${at.clientX}, ${at.clientY});
    const event = { dataTransfer: data, bubbles: true, cancelable: true, ...${JSON.stringify(at)} };
    target.dispatchEvent(new DragEvent('drop', event));
  })(${givenOf(clipboard)})`);
}

/** The clipboard after copying or cutting the selection. */
export function copied(page: TestPage, type: 'copy' | 'cut' = 'copy') {
  return page.evaluate<{ readonly text: string; readonly html: string }>(`(() => {
    const data = new DataTransfer();
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('${type}', event));
    return { text: data.getData('text/plain'), html: data.getData('text/html') };
  })()`);
}

/** The document's Markdown, whatever the editor shows of it. */
export async function copiedMarkdown(page: TestPage): Promise<string> {
  await textEditor(page).focus();
  await page.keyboard.press('Control+a');
  return (await copied(page)).text;
}

/** The cursor goes to the `‸` in the text. */
export async function write(page: TestPage, text: string): Promise<void> {
  await textEditor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  const [before = '', after] = text.split('‸');
  if (after !== undefined) await page.keyboard.insertText(after);
  if (after !== undefined) await page.keyboard.press('Control+Home');
  await page.keyboard.insertText(before);
}
