import { galley } from '../lib/galley.ts';
import { changeLanguage } from '../lib/messages.ts';

/** Messages by e-mail follow the language of the admin. The choice holds in this browser even if saving it fails. */
export async function chooseLanguage(language: string): Promise<void> {
  await changeLanguage(language);
  await galley.users.saveOwnLanguage({ language }, { background: true }).catch(() => undefined);
}
