import type { ReactNode } from 'react';
import { requestDocumentEarly } from '../lib/early-document.ts';

export interface PageRoute<Path extends string = string> {
  /** `$name` matches one segment of the address, `$` alone matches the rest, slashes included. */
  readonly path: Path;
  /** A capability or its `.own` form. */
  readonly needs?: string;
  readonly load: () => Promise<{ readonly Page: () => ReactNode }>;
  /** Requests what the page shows first, when the admin starts with it. `_splat` is the match of `$`. */
  readonly start?: (params: { readonly _splat?: string }) => void;
}

/** Keeps the path as a type, so that links to a page that does not exist are type errors. */
const page = <const Path extends string>(route: PageRoute<Path>): PageRoute<Path> => route;

export const pages = [
  page({ path: '/', load: () => import('../features/home/home-page.tsx') }),
  page({ path: '/notifications', load: () => import('../features/home/notifications-page.tsx') }),
  page({ path: '/account', load: () => import('../features/account/account-page.tsx') }),
  page({
    path: '/confirm-email',
    load: () => import('../features/account/confirm-email-page.tsx'),
  }),

  page({
    path: '/documents',
    needs: 'documents.read',
    load: () => import('../features/documents/list-page.tsx'),
  }),
  page({
    path: '/documents/trash',
    needs: 'documents.read',
    load: () => import('../features/documents/trash-page.tsx'),
  }),
  page({
    path: '/edit/$',
    needs: 'documents.read',
    load: () => import('../features/editor/editor-page.tsx'),
    start: ({ _splat: path }) => {
      if (path) requestDocumentEarly(path);
      // The page imports it, but only once its own code is here. A failure is reported there.
      import('../features/editor/editor-screen.tsx').catch(() => undefined);
    },
  }),
  page({
    // The slash keeps this page apart from the one below, whose parameter can be empty.
    path: '/review/',
    needs: 'documents.read',
    load: () => import('../features/review/inbox-page.tsx'),
  }),
  page({
    path: '/review/$',
    needs: 'documents.read',
    load: () => import('../features/review/review-page.tsx'),
  }),
  page({
    path: '/history/$',
    needs: 'documents.history',
    load: () => import('../features/review/history-page.tsx'),
  }),
  page({
    path: '/schedule',
    needs: 'documents.read',
    load: () => import('../features/home/calendar-page.tsx'),
  }),
  page({
    path: '/media',
    needs: 'media.read',
    load: () => import('../features/media/library-page.tsx'),
  }),
  page({
    path: '/media/trash',
    needs: 'media.read',
    load: () => import('../features/media/media-trash-page.tsx'),
  }),
  page({
    path: '/forms',
    needs: 'config.manage',
    load: () => import('../features/forms/forms-page.tsx'),
  }),
  page({
    path: '/tags',
    needs: 'documents.read',
    load: () => import('../features/tags/tags-page.tsx'),
  }),

  page({
    path: '/connect',
    needs: 'runs.control',
    load: () => import('../features/runs/connect-page.tsx'),
  }),
  page({ path: '/runs', needs: 'runs.read', load: () => import('../features/runs/runs-page.tsx') }),
  page({
    path: '/runs/$run',
    needs: 'runs.read',
    load: () => import('../features/runs/run-page.tsx'),
  }),
  page({
    path: '/runs/$run/turns/$session',
    needs: 'runs.read',
    load: () => import('../features/runs/session-page.tsx'),
  }),
  page({
    path: '/proposals/$proposal',
    needs: 'runs.read',
    load: () => import('../features/runs/proposal-page.tsx'),
  }),
  page({
    path: '/proposals/$proposal/preview/$',
    needs: 'runs.read',
    load: () => import('../features/runs/proposal-preview-page.tsx'),
  }),

  page({
    path: '/settings',
    needs: 'config.manage',
    load: () => import('../features/settings/settings-page.tsx'),
  }),
  page({
    path: '/settings/$section',
    needs: 'config.manage',
    load: () => import('../features/settings/settings-page.tsx'),
  }),
  page({
    path: '/custom-fields',
    needs: 'config.manage',
    load: () => import('../features/settings/custom-fields-page.tsx'),
  }),
  page({
    path: '/themes',
    needs: 'themes.manage',
    load: () => import('../features/settings/themes-page.tsx'),
  }),
  page({
    path: '/plugins',
    needs: 'plugins.manage',
    load: () => import('../features/settings/plugins-page.tsx'),
  }),
  page({
    path: '/plugins/$name',
    needs: 'plugins.manage',
    load: () => import('../features/settings/plugin-page.tsx'),
  }),

  page({
    path: '/people',
    needs: 'users.manage',
    load: () => import('../features/people/people-page.tsx'),
  }),
  page({
    path: '/people/$username',
    needs: 'users.manage',
    load: () => import('../features/people/person-page.tsx'),
  }),
  page({
    path: '/roles',
    needs: 'users.manage',
    load: () => import('../features/people/roles-page.tsx'),
  }),
  page({
    path: '/tokens',
    needs: 'users.manage',
    load: () => import('../features/tokens/tokens-page.tsx'),
  }),
  page({
    path: '/service-accounts',
    needs: 'users.manage',
    load: () => import('../features/tokens/service-accounts-page.tsx'),
  }),
  page({
    path: '/service-accounts/$username',
    needs: 'users.manage',
    load: () => import('../features/tokens/service-account-page.tsx'),
  }),
  page({
    path: '/audit',
    needs: 'audit.read',
    load: () => import('../features/people/audit-page.tsx'),
  }),
  page({
    path: '/operations',
    needs: 'operations.manage',
    load: () => import('../features/operations/health-page.tsx'),
  }),
  page({
    path: '/operations/builds',
    needs: 'operations.manage',
    load: () => import('../features/operations/builds-page.tsx'),
  }),
  page({
    path: '/operations/backups',
    needs: 'operations.manage',
    load: () => import('../features/operations/backups-page.tsx'),
  }),
  page({
    path: '/operations/git',
    needs: 'operations.manage',
    load: () => import('../features/operations/git-page.tsx'),
  }),
  page({
    path: '/operations/import',
    needs: 'operations.manage',
    load: () => import('../features/operations/imports-page.tsx'),
  }),
  page({
    path: '/operations/webhooks',
    needs: 'operations.manage',
    load: () => import('../features/operations/webhooks-page.tsx'),
  }),
  page({
    path: '/operations/mail',
    needs: 'operations.manage',
    load: () => import('../features/operations/mail-page.tsx'),
  }),
] as const;

/** Pages for visitors without a session, or with a session that lacks the second factor. */
export const publicPages = [
  page({ path: '/sign-in', load: () => import('../features/account/sign-in-page.tsx') }),
  page({ path: '/setup', load: () => import('../features/account/setup-page.tsx') }),
  page({ path: '/reset', load: () => import('../features/account/reset-page.tsx') }),
  page({ path: '/forgotten', load: () => import('../features/account/forgotten-page.tsx') }),
  page({ path: '/keep-email', load: () => import('../features/account/keep-email-page.tsx') }),
  page({ path: '/unsubscribe', load: () => import('../features/account/unsubscribe-page.tsx') }),
  page({ path: '/factor-due', load: () => import('../features/account/factor-due-page.tsx') }),
] as const;
