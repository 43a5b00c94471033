import { appendFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Repository } from '@galley/backup';
import { newId } from '@galley/kernel';
import { isInRepository } from '@galley/proposals';
import { isProject, projectFile, serviceProblems } from '@galley/service';
import { exampleProject } from './onboarding/example-site.ts';
import { cmsProblems } from './problems.ts';

export type AgentProgram = 'claude' | 'codex' | 'gemini' | 'opencode';

/** The folder must be empty or missing. `agent` is the program of the project's agents; without it, none is set. */
export async function createProject(directory: string, agent?: AgentProgram): Promise<void> {
  const names = await namesIn(directory);
  if (isProject(directory)) throw exists(directory);
  if (names.length > 0) {
    throw serviceProblems.not_a_project(
      `${directory} is neither empty nor a Galley project (it has no galley.yaml). ` +
        'Run galley in a project folder, or in an empty folder to create a project.',
    );
  }
  await mkdir(directory, { recursive: true });
  // Created under a temporary name, so that an interrupted copy leaves no partial project.
  const made = join(directory, `.galley-new-${newId()}`);
  try {
    await cp(exampleProject, made, { recursive: true });
    const isInside = isInRepository(directory);
    // Git leaves a repository inside another one out of the outer commits.
    if (!isInside) await Repository.create(join(made, 'content'));
    await appendFile(join(made, projectFile), workspaceSettings(isInside) + agentSettings(agent));
    const parts = (await readdir(made)).sort(
      (a, b) => Number(a === projectFile) - Number(b === projectFile),
    );
    for (const part of parts) {
      const target = join(directory, part === 'gitignore' ? '.gitignore' : part);
      // An empty folder may contain hidden files, such as a new git repository; they stay unchanged.
      if (part !== 'gitignore' || !existsSync(target)) await rename(join(made, part), target);
    }
  } catch (error) {
    // Renaming does not replace a folder; another process has created the project in the meantime.
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOTEMPTY' || code === 'EEXIST' ? exists(directory) : error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** The end of the section `coordinator`. */
function workspaceSettings(isInside: boolean): string {
  const [repository, how] = isInside
    ? ['.', 'Commit your changes before a run.']
    : ['content', 'Galley commits it while a run is in progress.'];
  return `  workspace:\n    # Agents work on committed content. ${how}\n    repository: ${repository}\n`;
}

function agentSettings(agent: AgentProgram | undefined): string {
  const lines = [
    'agents:',
    `  adapter: ${agent ?? 'claude'}`,
    '  # A person decides on each proposal. Agents review it before, if there are any.',
    '  reviewers: { count: 0 }',
    'supervisor:',
    '  # Agents reach the tools of Galley and the hosts that their program needs.',
    '  network: restricted',
  ];
  return [
    '  # The program of the agents: claude, codex, gemini or opencode. `galley agents check` tests it.',
    ...lines.map((line) => (agent ? `  ${line}` : `  # ${line}`)),
    '',
  ].join('\n');
}

function exists(directory: string): Error {
  return cmsProblems.project_exists(`${directory} already contains a Galley project.`);
}

/** Ignores hidden files, such as interrupted creations. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code !== 'ENOTDIR') throw error;
    throw serviceProblems.not_a_project(
      `${directory} is not a folder. A Galley project is a folder.`,
    );
  }
}
