import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fieldFault, type ProblemFactory } from '@galley/kernel';
import type { z } from 'zod';
import { findingsProblem } from './finding.ts';
import { check } from './schema-check.ts';
import { parseYaml } from './yaml-source.ts';

export interface ConfigFile {
  readonly name: string;
  readonly problem: ProblemFactory;
}

/** Empty when missing. Throws the file's problem when unreadable. */
export async function readConfigText(directory: string, file: ConfigFile): Promise<string> {
  try {
    return await readFile(path.join(directory, file.name), 'utf8');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    const fault = fieldFault('unreadable', { reason: code });
    throw findingsProblem(file.problem, [{ place: { name: file.name }, path: [], ...fault }]);
  }
}

/** Throws the file's problem with every mistake and its position. */
export function parseConfigText<T>(text: string, file: ConfigFile, schema: z.ZodType<T>): T {
  const source = parseYaml(text, file.name);
  if (source.findings.length > 0) throw findingsProblem(file.problem, source.findings);
  const { value, findings } = check(schema, source);
  if (value === undefined) throw findingsProblem(file.problem, findings);
  return value;
}
