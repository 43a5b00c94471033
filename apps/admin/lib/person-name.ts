import { currentMessages, defineMessages, withValues } from './messages.ts';

const personMessages = defineMessages('personName', {
  service: withValues<{ name: string }>('{name} (service account)'),
});

export function personName(names: Readonly<Record<string, string>>, username: string): string {
  const name = names[username] ?? username;
  const isService = username.startsWith('service:');
  return isService ? currentMessages(personMessages).service({ name }) : name;
}
