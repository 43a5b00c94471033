import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectProblem, TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { contactPage, formSettings, goodEntry, sendForm, startWithForms } from './fixtures.ts';

const address = '/contact/';
let server: TestServer;

beforeAll(async () => {
  server = await startWithForms();
});

afterAll(() => server[Symbol.asyncDispose]());

test('ADD-INT-9: settings of forms are checked', async () => {
  const admin = new AdminClient(await server.signedIn());
  const field = { name: 'a', label: 'A' };
  const saved = (fields: readonly object[]) =>
    admin.client.post('/__admin/api/settings/form/save', {
      section: 'forms',
      values: { forms: [{ key: 'contact', title: 'T', fields }] },
    });
  const faulty = await saved([
    field,
    field,
    { ...field, name: 'b', type: 'select' },
    { ...field, name: 'c', options: ['x'] },
    { ...field, name: 'd', type: 'date', max_length: 3 },
  ]);
  const { errors } = faulty.json<{ errors: readonly { path: string; code: string }[] }>();
  expect(errors.map(({ path, code }) => [path, code])).toEqual([
    ['forms[0].fields[1].name', 'duplicate'],
    ['forms[0].fields[2].options', 'required'],
    ['forms[0].fields[3].options', 'only_with_types'],
    ['forms[0].fields[4].max_length', 'only_with_types'],
  ]);
  const own = await saved([{ ...field, name: '_page' }]);
  expect(own.text).toContain('not_a_bounded_name');
  expect((await saved([])).text).toContain('too_few');
  expect(
    (await saved(Array.from({ length: 31 }, (_, n) => ({ ...field, name: `f${n}` })))).text,
  ).toContain('too_many');
  expect((await saved([field])).status).toBe(200);
});

describe('ADD-INT-9: forms in the static output', () => {
  const site = (more: string) =>
    `title: Paper\nurl: https://paper.example\n${more}${formSettings.replace('button:', 'thanks_page: /danke-schön/\n    button:')}`;

  async function built(more: string): Promise<{ page: string; headers: string; live: string }> {
    await using own = await TestServer.start({
      files: { 'content/config/site.yaml': site(more), 'content/pages/contact.md': contactPage },
    });
    const admin = new AdminClient(await own.signedIn());
    await admin.postJson('/operations/rebuild', {});
    await vi.waitFor(
      async () => expect(await own.read('public/contact/index.html')).toContain('Before'),
      { timeout: 30_000, interval: 20 },
    );
    const sent = await sendForm(own.visitor(), goodEntry);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/danke-sch%C3%B6n/']);
    return {
      page: await own.read('public/contact/index.html'),
      headers: await own.read('public/_headers').catch(() => ''),
      live: (await own.visitor().get(address)).text,
    };
  }

  test('show a notice without a server', async () => {
    const { page, headers, live } = await built('');
    expect(page).toContain('This form cannot be sent from here at the moment.');
    expect(page).not.toContain('<form class="form"');
    expect(live).toContain('action="/__forms/contact#form-contact"');
    expect(headers).toBe('');
  });

  test('are sent to the server of the settings, which the policy allows', async () => {
    const { page, headers } = await built('form_server: https://galley.example/\n');
    expect(page).toContain('action="https://galley.example/__forms/contact#form-contact"');
    expect(headers).toContain("form-action 'self' https://galley.example;");
  });
});

test('ADD-INT-9: the server of forms is a security setting', async () => {
  const admin = new AdminClient(await server.signedIn());
  const body = { section: 'forms', values: { form_server: 'https://galley.example' } };
  expect((await admin.client.post('/__admin/api/settings/form/save', body)).status).toBe(200);
  const { token } = await admin.postJson<{ token: string }>('/tokens/create', {
    name: 'all',
    scopes: ['*'],
    expires_in_days: 1,
  });
  const headers = { authorization: `Bearer ${token}` };
  const refused = await server.visitor().post('/__admin/api/settings/form/save', body, headers);
  expectProblem(refused, 403, 'forbidden');
  expect(refused.text).toContain('config.manage; * is not enough');
});

test('ADD-INT-9: the editor offers the forms of the settings', async () => {
  await using own = await TestServer.start({
    files: { 'content/config/site.yaml': `title: Paper\n${formSettings}` },
  });
  const admin = new AdminClient(await own.signedIn());
  const { blocks } = await admin.getJson<{ blocks: readonly object[] }>('/documents/types');
  expect(blocks).toContainEqual({
    name: 'form',
    inline: false,
    parameters: [
      expect.objectContaining({
        name: 'name',
        type: 'select',
        required: true,
        default: 'contact',
        options: [{ value: 'contact', label: 'Write to us' }],
      }),
    ],
  });
});
