import type { Database } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import {
  builtInPlugins,
  checkPlugin,
  findGuards,
  findPlugins,
  PluginRepository,
  type PublicationGuard,
} from '@galley/plugins';
import {
  counted,
  failed,
  listed,
  ok,
  warning,
  type Check,
  type DiagnosedFinding,
  type Examined,
} from './check.ts';

type Records = Awaited<ReturnType<PluginRepository['list']>>;

export async function pluginChecks(directory: string, db: Database | undefined): Promise<Examined> {
  const records = db ? await new PluginRepository({ db, clock: systemClock }).list() : [];
  const on = new Set(records.filter(({ enabled }) => enabled).map(({ name }) => name));
  const broken: DiagnosedFinding[] = [];
  const plugins = await findPlugins([builtInPlugins, { directory, builtin: false }]);
  const faults = new Map<string, string>();
  for (const plugin of plugins) {
    const message = await checkPlugin(plugin, silentLogger);
    if (message === undefined) continue;
    faults.set(plugin.name, message);
    const severity = on.has(plugin.name) ? 'error' : 'warning';
    broken.push({ severity, check: 'plugin', path: `plugins/${plugin.name}`, message });
  }
  const faultOf = ({ name }: { readonly name: string }) => Promise.resolve(faults.get(name));
  const guards = await findGuards({ found: plugins, records, faultOf });
  const checks = [loadCheck(broken), ...(db ? [failureCheck(records), guardCheck(guards)] : [])];
  return { checks, findings: broken };
}

function loadCheck(broken: readonly DiagnosedFinding[]): Check {
  const name = 'plugins';
  if (broken.length === 0) return ok(name, 'All plugins load.');
  const isOn = broken.some(({ severity }) => severity === 'error');
  return (isOn ? failed : warning)(name, {
    message: `${counted(broken.length, 'plugin')} cannot be loaded.`,
    where: 'the files below',
    why: isOn
      ? 'At least one of these plugins is enabled, and does not run.'
      : 'These plugins cannot be enabled.',
    advice: 'Fix the named errors, or remove the folder. Run galley plugins check to verify.',
  });
}

function guardCheck(guards: readonly PublicationGuard[]): Check {
  const name = 'publication_checks';
  const [first] = guards;
  if (!first) return ok(name, 'No plugin blocks publications.');
  return failed(name, {
    message: `Nothing can be published: ${listed(guards.map(({ plugin }) => plugin))} cannot check publications. ${first.plugin}: ${first.reason}`,
    where: `the plugin folder, ${first.plugin}`,
    why: 'The plugin was enabled to check every text before its publication. Failing does not lift that check.',
    advice: `Fix the plugin, and enable it again, or run galley plugins disable ${first.plugin}.`,
  });
}

function failureCheck(records: Records): Check {
  const name = 'failed_plugins';
  const off = records.filter(({ enabled, lastError }) => !enabled && lastError !== null);
  const [first] = off;
  if (!first) return ok(name, 'Galley has not disabled any plugin.');
  return warning(name, {
    message: `Galley has disabled ${listed(off.map((one) => one.name))}. ${first.name}: ${first.lastError}`,
    where: `the plugin folder, ${first.name}`,
    why: 'The plugin failed repeatedly and has not run since.',
    advice: 'Fix the plugin, and enable it again in the admin, under Plugins.',
  });
}
