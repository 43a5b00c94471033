import { preparedCommentQueries, preparedComments } from './comments.fixtures.ts';
import { newId } from '@galley/kernel';
import type { TestServer } from '../fixtures.ts';
import { author, examples, type Query, type Values } from '../operation-examples.ts';

interface Newcomer {
  readonly server: TestServer;
  post<T>(path: string, body: Values): Promise<T>;
}

/** No address of this machine is allowed, so that attempts fail at once. */
const address = 'https://127.0.0.1/galley';

export async function newWebhook(newcomer: Newcomer): Promise<{ id: string }> {
  const body = { ...examples['webhooks.create']!.body, url: address };
  const { id } = await newcomer.post<{ id: string }>('/webhooks/create', body);
  return { id };
}

async function newDelivery(newcomer: Newcomer): Promise<Query> {
  const { id } = await newcomer.post<{ id: string }>('/webhooks/test', await newWebhook(newcomer));
  return { delivery: id };
}

/** Its form is not in the settings. */
export async function newFormEntry({ server }: Newcomer): Promise<{ form: string; id: string }> {
  const [form, id] = [newId(), newId()];
  const row = { form, id, submitted_at: new Date(), page: '', lang: 'en', fields: '{}', bytes: 2 };
  await server.database.db.insertInto('form_entries').values(row).execute();
  return { form, id };
}

const newForm = async (newcomer: Newcomer): Promise<Query> => {
  const { form } = await newFormEntry(newcomer);
  return { form };
};

export const preparedFormQueries = {
  ...preparedCommentQueries,
  'forms.entries': newForm,
  'forms.export': newForm,
};

export const preparedExtensions = {
  ...preparedComments,
  'forms.delete_entry': newFormEntry,
  'forms.delete_entries': async (newcomer: Newcomer) => {
    const { form, id } = await newFormEntry(newcomer);
    return { form, newest: id };
  },
  'plugins.enable': () => ({ name: 'aiwriter' }),
  // Uses a new plugin, since examples also use the AI writer.
  'plugins.disable': async ({ server }: Newcomer) => {
    const name = newId();
    const row = { name, enabled: true, changed_by: author, changed_at: new Date() };
    await server.database.db.insertInto('plugins').values(row).execute();
    return { name };
  },
  'webhooks.save': async (newcomer: Newcomer) => ({
    ...examples['webhooks.save']!.body,
    ...(await newWebhook(newcomer)),
  }),
  'webhooks.replace_secret': newWebhook,
  'webhooks.delete': newWebhook,
  'webhooks.test': newWebhook,
  'webhooks.resend': newDelivery,
  'mail.resend': async (newcomer: Newcomer) => {
    const { id } = await newcomer.post<{ id: string }>('/mail/test', { to: 'ada@example.org' });
    return { id };
  },
  'users.send_link': async (newcomer: Newcomer) => {
    const username = `invited-${newId()}`;
    const email = 'invited@example.org';
    const body = { ...examples['users.save']!.body, username, email };
    await newcomer.post('/users/save', body);
    return { username };
  },
};
