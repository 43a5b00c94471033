import { basePath } from '@galley/contract';
import { may, type Actor } from '@galley/kernel';
import { pluginProblems, type Json, type PluginHost, type PluginManifest } from '@galley/plugins';
import type { PluginCallers } from './calling-people.ts';

const maxRows = 1_000;

export interface PanelParts {
  readonly host: Pick<PluginHost, 'running' | 'call'>;
  readonly people: PluginCallers;
  readonly adminPath: string;
}

/** @throws `plugin_not_running`, also when the user may not call the page's route */
export async function panelContent(
  { host, people, adminPath }: PanelParts,
  name: string,
  actor: Actor,
) {
  const found = host.running().find(({ manifest }) => manifest.name === name)?.manifest;
  const panel = found?.panel;
  if (!panel || !isOpen(found, actor)) {
    throw pluginProblems.plugin_not_running(`No running plugin ${name} has a page.`);
  }
  const { title, help, source, columns, actions } = panel;
  const answer =
    source === undefined
      ? []
      : await people.during(actor, name, (key) => {
          const { username, name: called, role } = actor;
          const caller = { username, name: called, role, key };
          const input = { method: 'GET', path: source, query: {}, body: null, caller };
          return host.call(name, `route:GET ${source}`, input);
        });
  const rows = rowsIn(answer);
  const base = `${basePath('plugins', adminPath)}/${name}`;
  return {
    name,
    title,
    help,
    columns: [...columns],
    summary: summaryIn(answer),
    rows: rows.slice(0, maxRows),
    has_more: rows.length > maxRows,
    actions: actions.map(({ label, route, confirm = null }) => ({
      label,
      confirm,
      url: `${base}${route}`,
    })),
  };
}

function isOpen({ panel, routes }: PluginManifest, actor: Actor): boolean {
  const route = routes.find(({ method, path }) => method === 'GET' && path === panel?.source);
  return !route || route.access === 'signed_in' || may(actor, route.access);
}

type Row = Record<string, Json>;

function rowsIn(answer: Json): readonly Row[] {
  const rows = Array.isArray(answer) ? (answer as readonly Json[]) : member(answer, 'rows');
  if (!Array.isArray(rows)) return [];
  return (rows as readonly Json[]).filter((row): row is Row => isObject(row));
}

function summaryIn(answer: Json): string | null {
  const summary = member(answer, 'summary');
  return typeof summary === 'string' ? summary : null;
}

function member(answer: Json, name: string): Json {
  return isObject(answer) ? (answer[name] ?? null) : null;
}

function isObject(value: Json): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
