import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { quietLogger } from './quiet-logger.ts';
import { configOverlayOption, jsonOption } from './shared-options.ts';

/** Arguments of every command. */
export interface Global {
  readonly project: string;
}

/** Arguments of a command that works on a project and prints its result. */
export interface ProjectArguments extends Global {
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export function projectOptions(options: Argv<Global>): Argv<ProjectArguments> {
  return options.option('json', jsonOption).option('config-overlay', configOverlayOption);
}

export async function projectOf({
  project,
  configOverlay,
}: Pick<ProjectArguments, 'project' | 'configOverlay'>) {
  return {
    projectDirectory: resolve(project),
    overlays: configOverlay ?? [],
    environment: process.env,
    logger: await quietLogger(),
  };
}

export function print(
  { json }: Pick<ProjectArguments, 'json'>,
  value: unknown,
  text: string,
): void {
  console.log(json ? JSON.stringify(value) : text);
}
