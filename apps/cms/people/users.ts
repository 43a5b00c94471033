import {
  authProblems,
  normalizeRoleName,
  normalizeUsername,
  type Account,
  type PasswordService,
  type RoleService,
  type UserPictureRepository,
  type UserService,
} from '@galley/auth';
import type { OwnershipService } from '@galley/content';
import type { contract } from '@galley/contract';
import { receiving, type Module } from '@galley/http';
import { sha256 } from '@galley/kernel';
import { encodeProfilePicture, type Media } from '@galley/media';
import type { SiteSettings } from '@galley/settings';
import { profilePictureAddress, readProfilePictureAddress } from '@galley/site';
import type { Mail } from '../mail/compose.ts';
import { presentUser } from './present-people.ts';
import { renewSession } from './renew-session.ts';

export interface UserServices {
  readonly users: UserService;
  readonly pictures: UserPictureRepository;
  readonly media: Pick<Media['service'], 'receive' | 'discard'>;
  readonly passwords: PasswordService;
  readonly ownership: OwnershipService;
  readonly settings: () => SiteSettings;
  readonly adminPath: string;
  readonly mail: Pick<Mail, 'outbox' | 'links'>;
}

export function usersModule(routes: UserServices): Module<typeof contract.users> {
  const { users, pictures, passwords, ownership, adminPath, mail } = routes;
  const present = presenter(pictures);

  return {
    list: async () => {
      const found = await users.list();
      const known = await pictures.find(found.map(({ username }) => username));
      return found.map((user) => presentUser(user, known.get(user.username)));
    },

    save: async ({ actor, caller, body, request, note }) => {
      note({ target: normalizeUsername(body.username) });
      const saved = await users.save(actor, body, caller.id);
      const { user, created, changed, changes, securityVersion } = saved;
      note({ details: { created, changed, role: user.role, changes } });
      const isOwn = caller.by === 'session' && user.username === actor.username;
      if (isOwn && securityVersion !== undefined) {
        await renewSession(request, caller, { securityVersion });
      }
      return present(user);
    },

    saveOwn: async ({ actor, body, note }) => {
      note({ target: actor.username });
      const { user, changed } = await users.saveOwn(actor, body, {
        confirmsEmail: mail.outbox.isEnabled,
      });
      note({ details: { changed } });
      return present(user);
    },

    ...ownPictureHandlers(routes),
    ...pictureHandlers(routes),

    delete: async ({ actor, body, note }) => {
      const { reassign_to: reassignTo } = body;
      const username = normalizeUsername(body.username);
      note({ target: username });
      if (reassignTo !== undefined) note({ details: { reassign_to: reassignTo } });
      await users.delete(actor, username, {
        reassignTo,
        ownership: {
          count: (owner) => ownership.count(owner),
          transfer: (from, to) => ownership.transfer(actor, from, to),
        },
      });
      return { ok: true };
    },

    resetLink: async ({ actor, body, note }) => {
      note({ target: normalizeUsername(body.username) });
      const { username, token, expiresAt } = await passwords.issueResetLink(actor, body.username);
      const path = `/${adminPath}/reset#${token}`;
      return { username, token, path, expires_at: expiresAt.toISOString() };
    },

    sendLink: async ({ actor, body, note }) => {
      note({ target: normalizeUsername(body.username) });
      mail.outbox.requireEnabled();
      const { username, email } = await mail.links.request(actor, body.username);
      note({ details: { to: email } });
      return { username, sent_to: email };
    },

    saveOwnLanguage: async ({ actor, body: { language }, note }) => {
      note({ target: actor.username, details: { changed: ['language'] } });
      await users.setOwnLanguage(actor, language);
      return { ok: true };
    },
  };
}

function presenter(pictures: UserPictureRepository) {
  return async (user: Account) => {
    const known = await pictures.find([user.username]);
    return presentUser(user, known.get(user.username));
  };
}

function pictureHandlers({
  users,
  pictures,
  settings,
}: UserServices): Pick<Module<typeof contract.users>, 'approvePicture' | 'deletePicture'> {
  const present = presenter(pictures);
  return {
    approvePicture: async ({ actor, body, note }) => {
      const username = normalizeUsername(body.username);
      note({ target: username });
      if (settings().editorial.requireApproval && (await pictures.isOwn(actor.username, username)))
        throw authProblems.forbidden(
          'Another person who manages users must allow your picture on public pages, with an account that shared neither a sign-in nor a service account with yours.',
        );
      const { name } = body;
      const hash = readProfilePictureAddress(body.picture) ?? '';
      if (!(await pictures.approve({ username, name, hash, by: actor.username })))
        throw authProblems.not_found(
          `This is not the current picture and display name of "${username}". Look at the picture again.`,
        );
      note({ details: { changed: ['picture_approval'], hash, name } });
      return present(await users.get(username));
    },

    deletePicture: async ({ body, note }) => {
      const username = normalizeUsername(body.username);
      note({ target: username, details: { changed: ['picture'] } });
      const user = await users.get(username);
      await pictures.delete(username);
      return present(user);
    },
  };
}

function ownPictureHandlers({
  pictures,
  media,
}: UserServices): Pick<Module<typeof contract.users>, 'saveOwnPicture' | 'deleteOwnPicture'> {
  const receiver = { receive: media.receive.bind(media), discard: media.discard.bind(media) };
  return {
    saveOwnPicture: receiving(receiver, async ({ actor, upload, note }) => {
      const { username } = actor;
      note({ target: username });
      const image = await encodeProfilePicture(upload.file.file, upload.name);
      const hash = sha256(image);
      await pictures.save(username, { hash, image });
      note({ details: { changed: ['picture'], hash } });
      return { picture: profilePictureAddress(hash) };
    }),

    deleteOwnPicture: async ({ actor, note }) => {
      note({ target: actor.username, details: { changed: ['picture'] } });
      await pictures.delete(actor.username);
      return { picture: null };
    },
  };
}

export function rolesModule(roles: RoleService): Module<typeof contract.roles> {
  return {
    list: () => roles.list(),

    save: async ({ actor, body, note }) => {
      note({ target: normalizeRoleName(body.name) });
      const { role, changes } = await roles.save(actor, body);
      note({ details: { capabilities: role.capabilities, changes } });
      return role;
    },

    delete: async ({ actor, body: { name }, note }) => {
      note({ target: normalizeRoleName(name) });
      await roles.delete(actor, name);
      return { ok: true };
    },
  };
}
