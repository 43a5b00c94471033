import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import { basePath } from '../lib/base-path.ts';
import { Skeleton } from '../ui/index.ts';
import { Allowed } from './allowed.tsx';
import { BrokenPage, NotFound } from './fallbacks.tsx';
import { Frame } from './frame.tsx';
import { pages, publicPages, type PageRoute } from './pages.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

const root = createRootRoute({ notFoundComponent: NotFound });

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    const search = location.href === '/' ? {} : { next: location.href };
    if (!session.authenticated) redirect({ to: '/sign-in', search, throw: true });
    if (!session.mfa_complete) redirect({ to: '/factor-due', throw: true });
  },
});

function routeOf(parent: AnyRoute, { path, needs, load }: PageRoute): AnyRoute {
  const Content = lazyRouteComponent(load, 'Page');
  return createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: (search: Record<string, unknown>) => search,
    component: () => (
      <Allowed needs={needs}>
        <Content />
      </Allowed>
    ),
    loader: async () => {
      await Content.preload?.();
    },
  });
}

const tree = root.addChildren([
  inside.addChildren(pages.map((page) => routeOf(inside, page))),
  ...publicPages.map((page) => routeOf(root, page)),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: basePath,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: BrokenPage,
  defaultPendingComponent: () => <Skeleton lines={6} />,
  defaultNotFoundComponent: NotFound,
});
