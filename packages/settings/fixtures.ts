import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DomainError } from '@galley/kernel';
import { onTestFinished } from 'vitest';
import { loadConfig } from './config.ts';
import type { Config, ConfigInput } from './config-schema.ts';
import type { Environment } from './substitution.ts';

/** Deleted after the test. */
export async function createDirectory(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'galley-settings-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return directory;
}

export async function captureError(attempt: () => unknown): Promise<DomainError> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('expected an error');
}

/** As `file:line:column: key: message`. */
export const listMistakes = ({ message }: DomainError) =>
  message
    .split('\n')
    .slice(1)
    .map((line) => line.trim());

export interface GivenConfig {
  readonly files?: Readonly<Record<string, string>>;
  readonly overlays?: readonly string[];
  readonly environment?: Environment;
  readonly overrides?: ConfigInput;
}

export async function loadTestConfig({
  files = {},
  overlays = [],
  environment = {},
  overrides,
}: GivenConfig): Promise<Config> {
  const projectDirectory = await createDirectory(files);
  return loadConfig({ projectDirectory, overlays, environment, ...(overrides && { overrides }) });
}
