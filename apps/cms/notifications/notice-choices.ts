import type { NoticeChoice, NoticeChoices } from '@galley/auth';
import { notificationTypes, type DocumentNotice } from '@galley/content';

/** Publications of one's own documents are told in the inbox only, since the person usually asked for them. */
const mailedByDefault: ReadonlySet<DocumentNotice> = new Set(
  notificationTypes.filter((type) => type !== 'published'),
);

/** ADD-ACC-7 */
export function choiceOf(choices: NoticeChoices, kind: DocumentNotice): NoticeChoice {
  return { inbox: true, mail: mailedByDefault.has(kind), ...choices[kind] };
}
