import {
  authProblems,
  normalizeUsername,
  type EmailChanges,
  type OwnAccountRepository,
  type UserService,
} from '@galley/auth';
import { notificationTypes, type DocumentNotice, type OwnershipService } from '@galley/content';
import type { contract } from '@galley/contract';
import { endSession, type Module } from '@galley/http';
import { fieldError, type Actor } from '@galley/kernel';
import type { Outbox } from '@galley/mail';
import type { SiteSettings } from '@galley/settings';
import { choiceOf } from '../notifications/notice-choices.ts';
import type { UnsubscribeTokens } from '../notifications/unsubscribe-tokens.ts';
import type { CalendarFeeds } from '../calendar/calendar-feeds.ts';
import { calendarFeedHandlers } from './calendar-handlers.ts';
import type { PersonalDataExport } from './personal-data.ts';

export interface AccountServices {
  readonly calendarFeeds: CalendarFeeds;
  readonly users: UserService;
  readonly ownAccounts: OwnAccountRepository;
  readonly emailChanges: EmailChanges;
  readonly outbox: Pick<Outbox, 'isEnabled' | 'requireEnabled'>;
  readonly ownership: OwnershipService;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly personalData: PersonalDataExport;
  readonly settings: () => Pick<SiteSettings, 'timeZone'>;
}

type Noun = Module<typeof contract.account>;

export function accountModule(services: AccountServices): Noun {
  const { ownAccounts, personalData } = services;
  const present = presenter(services);
  return {
    get: ({ actor }) => present(actor),

    save: async ({ actor, body: { time_zone: timeZone, notices }, note }) => {
      const { username } = actor;
      note({ target: username, details: { time_zone: timeZone, notices } });
      const chosen =
        notices && Object.fromEntries(notices.map(({ kind, ...rest }) => [kind, rest]));
      const known = (await ownAccounts.find(username))?.notices;
      await ownAccounts.save(username, {
        ...(timeZone !== undefined && { timeZone }),
        ...(chosen && { notices: { ...known, ...chosen } }),
      });
      return present(actor);
    },

    ...emailHandlers(services, present),
    ...deletionHandler(services),
    ...calendarFeedHandlers(services.calendarFeeds),

    unsubscribe: async ({ body: { token }, note }) => {
      const { username, kind } = await unsubscribe(services, token);
      note({ actor: username, target: username, details: { kind } });
      return { kind };
    },

    export: ({ actor, caller, note }) => {
      note({ action: 'account.export', target: actor.username });
      return Promise.resolve({
        contentType: 'application/zip',
        filename: `${actor.username}.zip`,
        chunks: personalData.read({ actor, currentSessionId: caller.id }),
      });
    },
  };
}

/** Throws `email_link_invalid`. */
export async function unsubscribe(
  { unsubscribeTokens, ownAccounts }: Pick<AccountServices, 'unsubscribeTokens' | 'ownAccounts'>,
  token: string,
): Promise<{ readonly username: string; readonly kind: DocumentNotice }> {
  const found = unsubscribeTokens.read(token);
  const kind = notificationTypes.find((type) => type === found?.kind);
  if (found && kind && (await ownAccounts.unsubscribe(found.username, kind)))
    return { username: found.username, kind };
  throw authProblems.email_link_invalid(
    'This link was not sent by this site. Choose on your account page which messages you get.',
  );
}

function presenter({ ownAccounts, emailChanges, outbox, ownership, settings }: AccountServices) {
  return async ({ username, email }: Actor) => {
    const [own, pending, documents] = await Promise.all([
      ownAccounts.find(username),
      emailChanges.findPending(username),
      ownership.count(username),
    ]);
    return {
      email: own?.email ?? email,
      email_verified_at: own?.emailVerifiedAt?.toISOString() ?? null,
      pending_email: pending
        ? {
            email: pending.email,
            requested_at: pending.requestedAt.toISOString(),
            expires_at: pending.expiresAt.toISOString(),
          }
        : null,
      mail: outbox.isEnabled,
      time_zone: own?.timeZone ?? '',
      site_time_zone: settings().timeZone,
      notices: notificationTypes.map((kind) => ({ kind, ...choiceOf(own?.notices ?? {}, kind) })),
      documents,
    };
  };
}

function emailHandlers(
  { users, emailChanges, outbox }: AccountServices,
  present: ReturnType<typeof presenter>,
): Pick<Noun, 'sendEmailLink' | 'confirmEmail' | 'cancelEmail' | 'keepEmail'> {
  return {
    sendEmailLink: async ({ actor, note }) => {
      const { username } = actor;
      note({ target: username, details: { changed: ['email_requested'] } });
      outbox.requireEnabled();
      const pending = await emailChanges.findPending(username);
      return { sent_to: await users.requestOwnEmail(actor, pending?.email) };
    },

    confirmEmail: async ({ actor: { username }, body: { token }, note }) => {
      note({ target: username });
      const email = await emailChanges.confirm(username, token);
      note({ details: { email } });
      return { email };
    },

    cancelEmail: async ({ actor, note }) => {
      note({ target: actor.username });
      await emailChanges.cancel(actor.username);
      return present(actor);
    },

    keepEmail: async ({ body: { token }, note }) => {
      const { username, isReverted } = await emailChanges.stop(token);
      note({ actor: username, target: username, details: { reverted: isReverted } });
      return { reverted: isReverted };
    },
  };
}

function deletionHandler({ users, ownership }: AccountServices): Pick<Noun, 'delete'> {
  return {
    delete: async ({ actor, body, request, response, note }) => {
      const { username } = actor;
      const { reassign_to: reassignTo } = body;
      note({ target: username });
      if (normalizeUsername(body.username) !== username)
        throw authProblems.invalid_fields.at([
          fieldError('username', 'not_one_of', { allowed: username }),
        ]);
      if (reassignTo !== undefined) note({ details: { reassign_to: reassignTo } });
      await users.deleteOwn(actor, {
        reassignTo,
        ownership: {
          count: (owner) => ownership.count(owner),
          transfer: (from, to) => ownership.transfer(actor, from, to),
        },
      });
      await endSession(request, response);
      return { ok: true };
    },
  };
}
