import type { RequestHandler, Router } from 'express';
import { z } from 'zod';
import { defineOperation, text, type Access } from '@galley/contract';
import type { HandlerOf, OperationRouter } from '@galley/http';
import { pluginProblems, type Json, type PluginHost, type PluginManifest } from '@galley/plugins';
import type { PluginCallers } from './calling-people.ts';

type Host = Pick<PluginHost, 'running' | 'call' | 'subscribe'>;

export interface PluginRoutesOptions {
  readonly host: Host;
  readonly people: PluginCallers;
  readonly newRouter: () => OperationRouter;
}

const query = z.record(text(), z.union([text(), z.array(text())]));

/** Regular operations with the same checks. An answer `{ problem: "…" }` means an impossible request. */
export function pluginRoutes({ host, people, newRouter }: PluginRoutesOptions): RequestHandler {
  let current: Router = mounted();
  host.subscribe(() => {
    current = mounted();
  });
  return (request, response, next) => current(request, response, next);

  function mounted(): Router {
    const operations = newRouter();
    for (const { manifest: plugin } of host.running())
      for (const route of plugin.routes) mountRoute(operations, { host, people, plugin, route });
    return operations.router;
  }
}

interface Mounting {
  readonly host: Host;
  readonly people: PluginCallers;
  readonly plugin: PluginManifest;
  readonly route: PluginManifest['routes'][number];
}

function mountRoute(operations: OperationRouter, { host, people, plugin, route }: Mounting): void {
  const { name } = plugin;
  const { method, path } = route;
  const access: Exclude<Access, 'public' | 'session'> =
    route.access === 'signed_in' ? 'signed_in' : { capability: route.access };
  const operation = defineOperation({
    id: `plugins.${name}`,
    path: `/${name}${path}`,
    base: 'plugins',
    summary: '',
    method,
    access,
    query,
    ...(method === 'POST' && { body: z.json(), bodyOptional: true }),
    answer: z.json(),
    problems: ['plugin_not_running', 'plugin_failed', 'plugin_timeout', 'plugin_refused'],
  });
  const handler: HandlerOf<typeof operation> = ({ actor, query: asked, body }) =>
    people.during(actor, name, async (key) => {
      const { username, name: called, role } = actor;
      const caller = { username, name: called, role, key };
      const input = { method, path, query: asked, body: (body ?? null) as Json, caller };
      const answer = await host.call(name, `route:${method} ${path}`, input);
      const problem = problemIn(answer);
      if (problem !== undefined) throw pluginProblems.plugin_refused(problem);
      return answer as z.input<typeof operation.answer>;
    });
  operations.serve({ operation }, { operation: handler });
}

function problemIn(answer: Json): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('problem' in answer)) return undefined;
  return typeof answer.problem === 'string' ? answer.problem.slice(0, 1_000) : undefined;
}
