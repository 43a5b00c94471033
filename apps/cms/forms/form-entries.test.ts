import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { TestServer, type Client } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { formSettings, goodEntry, sendForm, startWithForms, storedEntries } from './fixtures.ts';

let server: TestServer;
let visitor: Client;

beforeAll(async () => {
  server = await startWithForms();
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  await server.database.db.deleteFrom('form_entries').execute();
});

describe('ADD-INT-11: entries in the admin', () => {
  let admin: AdminClient;

  beforeAll(async () => {
    admin = new AdminClient(await server.signedIn());
  });

  test('are listed newest first, in pages', async () => {
    const row = { form: 'contact', page: '/contact/', lang: 'en', bytes: 20 };
    // Recent, since older ones are removed after 30 days.
    const at = new Date(Date.now() - 60_000);
    const rows = Array.from({ length: 51 }, (_, n) => {
      const fields = JSON.stringify({ old: 'x', name: `Visitor ${n}` });
      return { ...row, id: String(n).padStart(3, '0'), fields, submitted_at: at };
    });
    await server.database.db.insertInto('form_entries').values(rows).execute();
    expect(await admin.getJson('/forms')).toMatchObject([
      {
        name: 'contact',
        title: 'Write to us',
        entries: 51,
        is_defined: true,
        is_full: false,
        retention_days: 30,
        last_submitted_at: at.toISOString(),
      },
    ]);
    interface Found {
      readonly items: readonly { readonly id: string; readonly values: readonly object[] }[];
      readonly next_cursor: string;
    }
    const first = await admin.getJson<Found>('/forms/entries?form=contact');
    expect(first.items.map(({ id }) => id).slice(0, 2)).toEqual(['050', '049']);
    expect(first.items[0]!.values).toEqual([
      { name: 'name', label: 'Your name', value: 'Visitor 50' },
      { name: 'old', label: 'old', value: 'x' },
    ]);
    const last = await admin.getJson<Found>(
      `/forms/entries?form=contact&before=${first.next_cursor}`,
    );
    expect(last).toMatchObject({ items: [{ id: '000' }], has_more: false, next_cursor: null });
  });

  test('are exported as CSV that runs no formulas, which is audited', async () => {
    await sendForm(visitor, { ...goodEntry, name: '=1+1', message: '@SUM(A1)\n"quoted", ü' });
    await sendForm(visitor, { ...goodEntry, name: '-2', message: '\t+3' });
    const answer = await admin.client.get('/__admin/api/forms/export?form=contact');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('contact.csv');
    const bytes = await admin.client.fetch('/__admin/api/forms/export?form=contact', {});
    expect([...new Uint8Array(await bytes.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.text).toContain('id,submitted_at,page,Your name,E-mail,Topic');
    expect(answer.text).toContain(`/contact/,'=1+1,ada@example.org`);
    expect(answer.text).toContain(`"'@SUM(A1)\n""quoted"", ü"`);
    expect(answer.text).toContain(`/contact/,'-2,`);
    expect(answer.text).toContain(`'+3`);
    const audit = await admin.client.get('/__admin/api/audit?action=form_entries.export');
    expect(audit.json<object[]>()[0]).toMatchObject({
      target: 'contact',
      details: { entries: 2 },
    });
  });

  test('are deleted one by one, or all that were listed', async () => {
    for (const name of ['A', 'B', 'C']) await sendForm(visitor, { ...goodEntry, name });
    const [first, second] = await storedEntries(server);
    const remove = (path: string, body: object) =>
      admin.postJson(`/forms/entries/${path}`, { form: 'contact', ...body });
    expect(await remove('delete', { id: first!.id })).toEqual({ deleted: 1 });
    expect(await remove('delete', { id: first!.id })).toEqual({ deleted: 0 });
    expect(await remove('delete_all', { newest: second!.id })).toEqual({ deleted: 1 });
    expect((await storedEntries(server)).map(({ fields }) => fields.name)).toEqual(['C']);
    const audit = await admin.client.get('/__admin/api/audit?action=form_entries.delete');
    expect(audit.json<object[]>()).toHaveLength(3);
  });

  test('need the right to manage the site', async () => {
    const editor = await server.signedInAs({ username: 'vera', role: 'editor' });
    expect((await editor.get('/__admin/api/forms')).status).toBe(403);
    expect((await editor.get('/__admin/api/forms/export?form=contact')).status).toBe(403);
  });
});

test('ADD-INT-11: old entries are deleted, also of forms that were removed', async () => {
  await using own = await TestServer.start({
    files: { 'content/config/site.yaml': `title: Paper\n${formSettings}` },
    prepare: async ({ db }) => {
      const row = { page: '', lang: 'en', fields: '{}', bytes: 2 };
      const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
      await db
        .insertInto('form_entries')
        .values([
          { ...row, id: '1', form: 'contact', submitted_at: daysAgo(31) },
          { ...row, id: '2', form: 'contact', submitted_at: daysAgo(29) },
          { ...row, id: '3', form: 'gone', submitted_at: daysAgo(366) },
          { ...row, id: '4', form: 'gone', submitted_at: daysAgo(364) },
        ])
        .execute();
    },
  });
  await vi.waitFor(
    async () => expect((await storedEntries(own)).map(({ id }) => id)).toEqual(['2', '4']),
    { timeout: 30_000, interval: 20 },
  );
});
