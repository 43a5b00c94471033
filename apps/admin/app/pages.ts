import type { ReactNode } from 'react';

export interface PageRoute {
  /** `$name` matches one segment of the address, `$` alone matches the rest, slashes included. */
  readonly path: string;
  /** A capability or its `.own` form. */
  readonly needs?: string;
  readonly load: () => Promise<{ readonly Page: () => ReactNode }>;
}

export const pages: readonly PageRoute[] = [
  { path: '/', load: () => import('../features/home/home-page.tsx') },
  { path: '/notifications', load: () => import('../features/home/notifications-page.tsx') },
  { path: '/account', load: () => import('../features/account/account-page.tsx') },

  {
    path: '/documents',
    needs: 'documents.read',
    load: () => import('../features/documents/list-page.tsx'),
  },
  {
    path: '/documents/trash',
    needs: 'documents.read',
    load: () => import('../features/documents/trash-page.tsx'),
  },
  {
    path: '/edit/$',
    needs: 'documents.read',
    load: () => import('../features/editor/editor-page.tsx'),
  },
  {
    // The slash keeps this page apart from the one below, whose parameter can be empty.
    path: '/review/',
    needs: 'documents.read',
    load: () => import('../features/review/inbox-page.tsx'),
  },
  {
    path: '/review/$',
    needs: 'documents.read',
    load: () => import('../features/review/review-page.tsx'),
  },
  {
    path: '/history/$',
    needs: 'documents.history',
    load: () => import('../features/review/history-page.tsx'),
  },
  {
    path: '/schedule',
    needs: 'documents.read',
    load: () => import('../features/home/schedule-page.tsx'),
  },
  { path: '/media', needs: 'media.read', load: () => import('../features/media/library-page.tsx') },
  {
    path: '/media/trash',
    needs: 'media.read',
    load: () => import('../features/media/media-trash-page.tsx'),
  },
  {
    path: '/tags',
    needs: 'documents.read',
    load: () => import('../features/tags/tags-page.tsx'),
  },

  {
    path: '/connect',
    needs: 'runs.control',
    load: () => import('../features/runs/connect-page.tsx'),
  },
  { path: '/runs', needs: 'runs.read', load: () => import('../features/runs/runs-page.tsx') },
  { path: '/runs/$run', needs: 'runs.read', load: () => import('../features/runs/run-page.tsx') },
  {
    path: '/runs/$run/turns/$session',
    needs: 'runs.read',
    load: () => import('../features/runs/session-page.tsx'),
  },
  {
    path: '/proposals/$proposal',
    needs: 'runs.read',
    load: () => import('../features/runs/proposal-page.tsx'),
  },
  {
    path: '/proposals/$proposal/preview/$',
    needs: 'runs.read',
    load: () => import('../features/runs/proposal-preview-page.tsx'),
  },

  {
    path: '/settings',
    needs: 'config.manage',
    load: () => import('../features/settings/settings-page.tsx'),
  },
  {
    path: '/settings/$section',
    needs: 'config.manage',
    load: () => import('../features/settings/settings-page.tsx'),
  },
  {
    path: '/custom-fields',
    needs: 'config.manage',
    load: () => import('../features/settings/custom-fields-page.tsx'),
  },
  {
    path: '/themes',
    needs: 'themes.manage',
    load: () => import('../features/settings/themes-page.tsx'),
  },
  {
    path: '/plugins',
    needs: 'plugins.manage',
    load: () => import('../features/settings/plugins-page.tsx'),
  },
  {
    path: '/plugins/$name',
    needs: 'plugins.manage',
    load: () => import('../features/settings/plugin-page.tsx'),
  },

  {
    path: '/people',
    needs: 'users.manage',
    load: () => import('../features/people/people-page.tsx'),
  },
  {
    path: '/people/$username',
    needs: 'users.manage',
    load: () => import('../features/people/person-page.tsx'),
  },
  {
    path: '/roles',
    needs: 'users.manage',
    load: () => import('../features/people/roles-page.tsx'),
  },
  { path: '/audit', needs: 'audit.read', load: () => import('../features/people/audit-page.tsx') },
  {
    path: '/operations',
    needs: 'operations.manage',
    load: () => import('../features/operations/health-page.tsx'),
  },
  {
    path: '/operations/builds',
    needs: 'operations.manage',
    load: () => import('../features/operations/builds-page.tsx'),
  },
  {
    path: '/operations/backups',
    needs: 'operations.manage',
    load: () => import('../features/operations/backups-page.tsx'),
  },
  {
    path: '/operations/git',
    needs: 'operations.manage',
    load: () => import('../features/operations/git-page.tsx'),
  },
];

/** Pages for visitors without a session, or with a session that lacks the second factor. */
export const publicPages: readonly PageRoute[] = [
  { path: '/sign-in', load: () => import('../features/account/sign-in-page.tsx') },
  { path: '/setup', load: () => import('../features/account/setup-page.tsx') },
  { path: '/reset', load: () => import('../features/account/reset-page.tsx') },
  { path: '/factor-due', load: () => import('../features/account/factor-due-page.tsx') },
];
