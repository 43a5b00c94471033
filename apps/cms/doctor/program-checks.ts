import type { BuildInfo } from '@galley/service';
import { failed, notice, ok, warning, type Check } from './check.ts';

/** The Node release line that Galley is tested with. */
const testedNode = 24;

export interface Program {
  readonly build: Pick<BuildInfo, 'version' | 'commit'>;
  /** Versions of Node and of its components, as in `process.versions`. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
}

export function programChecks({ build, versions, now }: Program): Check[] {
  return [nodeCheck(build, versions), zonesCheck(versions, now)];
}

function nodeCheck(
  { version, commit }: Program['build'],
  { node = '' }: Program['versions'],
): Check {
  const name = 'versions';
  const what = `Galley ${version}${commit && ` (${commit.slice(0, 12)})`} on Node ${node}`;
  const major = Number.parseInt(node);
  if (major === testedNode) return ok(name, `${what}.`);
  const complaint = {
    message: `${what}; it is tested on Node ${testedNode}.`,
    where: 'the program node that runs Galley',
    advice: `Run galley from where npm ci has put it: it brings Node ${testedNode} along.`,
  };
  if (major < testedNode)
    return failed(name, { ...complaint, why: 'It uses what an older Node does not have.' });
  return warning(name, { ...complaint, why: 'A newer Node may do some things otherwise.' });
}

const oldestZones = 2;

/** Checks that the time zone data is current: countries change their rules every year. */
function zonesCheck({ tz = '' }: Program['versions'], now: Date): Check {
  const name = 'time_zones';
  const year = Number.parseInt(tz);
  if (Number.isNaN(year) || now.getUTCFullYear() - year < oldestZones)
    return ok(name, `The rules of time zones are those of ${tz || 'the operating system'}.`);
  return notice(name, {
    message: `The rules of time zones are those of ${tz}.`,
    where: 'the data of Node (process.versions.tz)',
    why: 'Where a country has changed its summer time since, dates of the site are an hour off.',
    advice: 'Run a newer patch of Node.',
  });
}
