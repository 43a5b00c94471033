import type { Database } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { builtInPlugins, checkPlugin, findPlugins, PluginRepository } from '@galley/plugins';
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
  for (const plugin of plugins) {
    const message = await checkPlugin(plugin, silentLogger);
    if (message === undefined) continue;
    const severity = on.has(plugin.name) ? 'error' : 'warning';
    broken.push({ severity, check: 'plugin', path: `plugins/${plugin.name}`, message });
  }
  const checks = [loadCheck(broken), ...(db ? [failureCheck(records)] : [])];
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
