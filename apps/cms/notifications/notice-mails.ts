import { OwnAccountRepository, UserNamesReadModel, type PersonToNotify } from '@galley/auth';
import { guestAuthor, NoticeDocumentsReadModel, type DocumentAnnouncement } from '@galley/content';
import type { Transaction } from '@galley/database';
import type { NewMail, Outbox } from '@galley/mail';
import { choiceOf } from './notice-choices.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

export interface NoticeMailsOptions {
  readonly outbox: Pick<Outbox, 'isEnabled' | 'add'>;
  readonly tokens: UnsubscribeTokens;
  /** Without a slash at its end. */
  readonly adminAddress: () => Promise<string>;
}

interface Notice {
  readonly announcement: DocumentAnnouncement;
  readonly person: PersonToNotify;
}

/** Writes a message for each event and person, in the transaction that marks the event as read (ADD-MAIL-7). */
export class NoticeMails {
  readonly #options: NoticeMailsOptions;

  constructor(options: NoticeMailsOptions) {
    this.#options = options;
  }

  /** Returns the announcements for the inbox. */
  async deliver(
    transaction: Transaction,
    announcements: readonly DocumentAnnouncement[],
  ): Promise<DocumentAnnouncement[]> {
    const usernames = [...new Set(announcements.flatMap((one) => one.usernames))];
    const people = await new OwnAccountRepository(transaction).listToNotify(usernames);
    if (this.#options.outbox.isEnabled) await this.#send(transaction, announcements, people);
    return announcements.map((announcement) => ({
      ...announcement,
      usernames: announcement.usernames.filter(
        (username) => choiceOf(people.get(username)?.notices ?? {}, announcement.type).inbox,
      ),
    }));
  }

  async #send(
    transaction: Transaction,
    announcements: readonly DocumentAnnouncement[],
    people: ReadonlyMap<string, PersonToNotify>,
  ): Promise<void> {
    const notices = announcements.flatMap((announcement) =>
      announcement.usernames.flatMap((username) => {
        const person = people.get(username);
        const wanted = person?.email && choiceOf(person.notices, announcement.type).mail;
        return person && wanted ? [{ announcement, person }] : [];
      }),
    );
    if (notices.length === 0) return;
    const ids = notices.map(({ announcement }) => announcement.documentId);
    const documents = await new NoticeDocumentsReadModel(transaction).find(ids);
    const actors = notices.map(({ announcement }) => announcement.actor);
    const names = await new UserNamesReadModel(transaction).find(actors);
    const admin = await this.#options.adminAddress();
    for (const notice of notices) {
      const { announcement } = notice;
      const { path = '', title = '' } = documents.get(announcement.documentId) ?? {};
      const page = announcement.type === 'review_requested' ? 'review' : 'edit';
      const values = {
        title: title || path,
        actor:
          announcement.actor === guestAuthor
            ? 'Guest'
            : (names.get(announcement.actor) ?? announcement.actor),
        link: `${admin}/${page}/${path.split('/').map(encodeURIComponent).join('/')}`,
      };
      await this.#options.outbox.add(transaction, this.#mailOf(notice, { admin, values }));
    }
  }

  #mailOf(
    { announcement: { type: kind, note }, person }: Notice,
    { admin, values }: { readonly admin: string; readonly values: NewMail['values'] },
  ): NewMail {
    const { username, name, email: to, language, timeZone } = person;
    const token = this.#options.tokens.sign({ username, kind });
    const unsubscribe = `${admin}/unsubscribe?token=${token}`;
    const all = { ...values, name, unsubscribe, note: noteOf(kind, note) };
    return { kind, to, username, language, timeZone, values: all, unsubscribe };
  }
}

/** A day stands in its sentence; people's own words are quoted. */
function noteOf(kind: NewMail['kind'], note: string | null): string {
  if (note === null) return '';
  return kind === 'due_soon' || kind === 'overdue' ? note : `“${note}”`;
}
