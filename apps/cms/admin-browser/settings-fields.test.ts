import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, type TestServer } from '../fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';
import { hostile } from './settings.fixtures.ts';

const file = 'content/config/custom-fields.yaml';
const definitions = `# Asked for by the desk.
types:
  page:
    - { name: note, type: text, label: '${hostile}', help: '${hostile}' }
    - name: kinds # see the style guide
      type: select
      options: [news, { value: op, label: Opinion }]
    - name: people
      type: repeater
      fields:
        - { name: name, type: text }
        - { name: photo, type: media }
`;

vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    TestBrowser.start(),
    startWithAdmin({ files: { [file]: definitions } }),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function open(path: string, options = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, admin.username);
  await page.goto(`/__admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('a required field is created with the builder, and posts without it cannot be published', async () => {
  await using page = await open('/custom-fields');
  await page.getByRole('link', { name: /^Post/ }).click();
  await page.getByText('No fields yet').waitFor();
  await expectUsable(page, 'fields-empty');
  await page.getByRole('button', { name: 'Add a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByRole('radio', { name: /^Number/ }).press('Space');
  await dialog.getByText('Whole numbers only').click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('Use lowercase letters, digits and _, starting with a letter.').waitFor();
  await dialog.getByLabel('Label').fill('Straßen-Länge 2');
  await expect.poll(() => dialog.getByLabel(/^Name/).inputValue()).toBe('strassen_laenge_2');
  await dialog.getByRole('checkbox', { name: /^Required/ }).press('Space');
  await dialog.getByLabel('Minimum').fill('1');
  await expectUsable(page, 'fields-dialog');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const preview = page.getByLabel(/^Straßen-Länge 2/);
  await preview.fill('12');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. Documents have these fields now.').waitFor();
  const text = await server.read(file);
  expect(text).toContain('# Asked for by the desk.');
  expect(text).toContain('kinds # see the style guide');
  expect(text).toContain('strassen_laenge_2');
  expect(text).not.toContain('shared');

  const client = await server.signedIn();
  const draft = { type: 'post', lang: 'en', title: 'Ink', content: 'Ink.' };
  const made = await client.post('/__admin/api/documents/create', draft);
  const { path } = made.json<{ path: string }>();
  const refused = await client.post('/__admin/api/documents/status', { path, status: 'published' });
  expect(refused.text).toContain('fields.strassen_laenge_2');
});

test('fields are reordered by keyboard, edited with nested fields, and removed', async () => {
  await using page = await open('/custom-fields?type=page');
  await page.getByRole('button', { name: `Edit ${hostile}` }).press('Alt+ArrowDown');
  await page.getByText(`Moved ${hostile} to position 2 of 3`).waitFor();
  const handle = page.getByTitle('Drag to move');
  const row = (hasText: string) => page.getByRole('listitem').filter({ has: handle, hasText });
  await row('kinds').getByTitle('Drag to move').hover();
  await page.mouse.down();
  const target = (await row('people').boundingBox())!;
  await page.mouse.move(target.x + 20, target.y + target.height / 2, { steps: 12 });
  await page.mouse.move(target.x + 24, target.y + target.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.getByText('Moved Kinds to position 3 of 3').waitFor();
  await page.getByRole('button', { name: 'Edit People' }).click();
  const dialog = page.getByRole('dialog', { name: 'Field People' });
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  const inner = page.getByRole('dialog', { name: 'New field' });
  await inner.getByLabel('Label').fill('Born');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => inner.getByLabel('Label').inputValue()).toBe('Born');
  await inner.getByRole('radio', { name: /^Date A day$/ }).press('Space');
  await inner.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('Born', { exact: true }).waitFor();
  await expectUsable(page, 'fields-inner');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expectUsable(page, 'fields-list');

  await page.getByRole('button', { name: `Remove ${hostile}` }).click();
  await page.getByText(/Existing values stay in the files/).waitFor();
  await page.getByRole('button', { name: 'Remove field' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. Documents have these fields now.').waitFor();
  const text = await server.read(file);
  expect(text).toMatch(/name: born,?\s+label: Born,?\s+type: date/);
  expect(text.indexOf('name: people')).toBeLessThan(
    text.indexOf('name: kinds # see the style guide'),
  );
  expect(text).not.toContain('onerror');
  expect(await page.title()).toBe('Custom fields · Galley');
});

test('validation errors are shown at their field, and a conflict preserves edits', async () => {
  await using page = await open('/custom-fields?type=page');
  page.expects(422);
  page.expects(409);
  await page.getByRole('button', { name: 'Add a field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('Title');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByText(/title is reserved/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Edit Title' }).click();
  await dialog.getByText(/title is reserved; choose another name/).waitFor();
  await dialog.getByLabel(/^Name/).fill('headline');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await server.write(file, `# Another hand.\n${await server.read(file)}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Someone else changed the custom fields').waitFor();
  await page.getByRole('button', { name: 'Overwrite their changes' }).click();
  await page.getByText('Saved. Documents have these fields now.').waitFor();
  const text = await server.read(file);
  expect(text).toContain('# Another hand.');
  expect(text).toContain('headline');
});

test('shared fields have values on their page, in German and on a narrow screen too', async () => {
  await using page = await open('/custom-fields?type=~shared', {
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
  });
  await page.getByRole('heading', { name: 'Gemeinsame Felder' }).waitFor();
  await page.getByRole('button', { name: 'Feld hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neues Feld' });
  await dialog.getByRole('radio', { name: /^Farbe/ }).press('Space');
  await dialog.getByLabel('Beschriftung').fill('Hausfarbe');
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  await page.getByLabel('Hausfarbe', { exact: true }).fill('#b4320e');
  // Scrolls down, since axe measures text that the footer bar covers in part.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expectUsable(page, 'fields-shared');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Gespeichert. Dokumente haben jetzt diese Felder.').waitFor();
  expect(await server.read(file)).toMatch(/hausfarbe: "?'?#b4320e/);
});
