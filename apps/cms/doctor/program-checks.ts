import type { BuildInfo } from '@galley/service';
import { failed, notice, ok, warning, type Check } from './check.ts';

const testedNode = 24;

export interface Program {
  readonly build: Pick<BuildInfo, 'version' | 'commit'>;
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
    message: `${what}; Galley is tested on Node ${testedNode}.`,
    where: 'the node program that runs Galley',
    advice: `Run galley from the folder where npm ci installed it, which includes Node ${testedNode}.`,
  };
  if (major < testedNode)
    return failed(name, {
      ...complaint,
      why: 'Galley uses features that older versions of Node lack.',
    });
  return warning(name, { ...complaint, why: 'Newer versions of Node may behave differently.' });
}

const minZonesVersion = 2;

/** Countries change their time zone rules every year. */
function zonesCheck({ tz = '' }: Program['versions'], now: Date): Check {
  const name = 'time_zones';
  const year = Number.parseInt(tz);
  if (Number.isNaN(year) || now.getUTCFullYear() - year < minZonesVersion)
    return ok(
      name,
      `The time zone data is ${tz ? `version ${tz}` : 'that of the operating system'}.`,
    );
  return notice(name, {
    message: `The time zone data is version ${tz}.`,
    where: 'the time zone data of Node (process.versions.tz)',
    why: 'Dates are an hour off in countries that have changed daylight saving time since then.',
    advice: 'Run a newer patch release of Node.',
  });
}
