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
import { RequireCapability } from './require-capability.tsx';
import { ErrorPage, NotFoundPage } from './error-pages.tsx';
import { AppLayout } from './app-layout.tsx';
import { pages, publicPages, type PageRoute } from './pages.ts';
import { queryClient } from './query-client.ts';
import { capabilitiesQuery, sessionQuery } from './session.ts';

const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage });

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: AppLayout,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    const search = location.href === '/' ? {} : { next: location.href };
    if (!session.authenticated) redirect({ to: '/sign-in', search, throw: true });
    if (!session.mfa_complete) redirect({ to: '/factor-due', throw: true });
    void queryClient.prefetchQuery(capabilitiesQuery);
  },
});

function createPageRoute<Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  { path, needs, load, start }: PageRoute<Path>,
) {
  const Content = lazyRouteComponent(load, 'Page');
  return createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: (search: Record<string, unknown>) => search,
    component: () => (
      <RequireCapability needs={needs}>
        <Content />
      </RequireCapability>
    ),
    staticData: {
      start: (params) => {
        void Content.preload?.();
        start?.(params);
      },
    },
    loader: async () => {
      await Content.preload?.();
    },
  });
}

type RoutesOf<Parent extends AnyRoute, Pages extends readonly PageRoute[]> = {
  [Index in keyof Pages]: ReturnType<typeof createPageRoute<Parent, Pages[Index]['path']>>;
};

function createPageRoutes<Parent extends AnyRoute, Pages extends readonly PageRoute[]>(
  parent: Parent,
  pages: Pages,
): RoutesOf<Parent, Pages> {
  return pages.map((page) => createPageRoute(parent, page)) as RoutesOf<Parent, Pages>;
}

const routes = rootRoute.addChildren([
  signedInRoute.addChildren(createPageRoutes(signedInRoute, pages)),
  ...createPageRoutes(rootRoute, publicPages),
]);

export const router = createRouter({
  routeTree: routes,
  basepath: basePath,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: () => <Skeleton lines={6} />,
  defaultNotFoundComponent: NotFoundPage,
});

/** Loads the code of the first page, and what it shows, while the session is asked for. */
export function startPage(): void {
  void queryClient.prefetchQuery(sessionQuery);
  const match = router.matchRoutes(router.latestLocation).at(-1);
  match?.staticData.start?.(match.params as { readonly _splat?: string });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly start?: (params: { readonly _splat?: string }) => void;
  }

  interface Register {
    router: typeof router;
  }
}
