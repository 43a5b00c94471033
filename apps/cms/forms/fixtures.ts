import { TestServer, type Answer, type Client } from '../fixtures.ts';

/** A form with a field of each type. */
export const formSettings = `forms:
  contact:
    title: Write to us
    button: Send letter
    retention_days: 30
    fields:
      - { name: name, label: Your name, required: true }
      - { name: email, label: E-mail, type: email, required: true, help: Only for the answer. }
      - { name: topic, label: Topic, type: select, options: [Question, Correction] }
      - { name: pages, label: Pages, type: number }
      - { name: day, label: Day, type: date }
      - { name: site, label: Site, type: url }
      - { name: message, label: Message, type: textarea, required: true, max_length: 100 }
      - { name: agree, label: I agree, type: checkbox, required: true }
`;

export const contactPage = `---
title: Contact
---
Before the form.

{{form name="contact"}}
`;

export const goodEntry = {
  name: 'Ada',
  email: 'ada@example.org',
  message: 'First line\r\nSecond line',
  agree: 'yes',
};

/** Without limits, and with the form on pages in two languages. */
export function startWithForms(): Promise<TestServer> {
  return TestServer.start({
    config: { limits: { form_entries_per_minute: 0 } },
    files: {
      'content/config/site.yaml': `title: Paper\nlanguages: { de: {} }\n${formSettings}`,
      'content/pages/contact.md': contactPage,
      'content/pages/de/contact.md': contactPage,
      'content/pages/other.md': '---\ntitle: Other\n---\nNo form here.\n',
    },
  });
}

/** As a browser sends the form on a page. */
export function sendForm(
  client: Client,
  fields: Readonly<Record<string, string>>,
  {
    form = 'contact',
    headers = {},
  }: { form?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const body = new URLSearchParams({ _page: 'pages/contact.md', ...fields }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return client.send(`/__forms/${form}`, {
    method: 'POST',
    body,
    headers: { ...type, ...headers },
  });
}

export function storedEntries({ database }: TestServer) {
  return database.db.selectFrom('form_entries').selectAll().orderBy('id').execute();
}
