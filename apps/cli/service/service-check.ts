import { readFile } from 'node:fs/promises';
import type { Check } from '@galley/cms';
import { isMissing } from '@galley/kernel';
import { launchAgent } from './launch-agent.ts';
import { serviceOf } from './service-definition.ts';
import { findRecord } from './service-record.ts';
import { systemdUnit } from './systemd-unit.ts';

const name = 'service';

/** A doctor check: whether a project's installed service runs the current program. */
export async function serviceCheck(project: string, program: string): Promise<Check> {
  const record = await findRecord(project);
  if (!record) return { name, status: 'ok', message: 'No background service is installed.' };
  const service = serviceOf(project, program);
  const wanted = record.manager === 'systemd' ? systemdUnit(service) : launchAgent(service);
  const written = await textOf(record.definition);
  if (written === wanted)
    return { name, status: 'ok', message: `The service ${record.name} is what this Galley makes.` };
  return {
    name,
    status: 'warning',
    message:
      written === undefined
        ? `The definition of the service ${record.name} is gone.`
        : `The definition of the service ${record.name} is not what this Galley makes.`,
    where: record.definition,
    why:
      written === undefined
        ? 'It does not start with the machine any more.'
        : 'It was changed by hand, or names a Node or a Galley of before an update, which may be gone by the next start.',
    advice: 'galley service install writes it anew, and starts it.',
  };
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
