import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProblemFactory } from '@galley/kernel';
import type { z } from 'zod';
import { complaint } from './finding.ts';
import { check } from './schema-check.ts';
import { parseYaml } from './yaml-source.ts';

/** A file of YAML that people and forms edit. */
export interface ConfigFile {
  /** From the directory that it is in; stands in messages. */
  readonly name: string;
  /** What is raised when it cannot be read, or says what it may not. */
  readonly problem: ProblemFactory;
}

/** The text of the file; empty without one. Throws the file's problem when it cannot be read. */
export async function readConfigText(directory: string, file: ConfigFile): Promise<string> {
  try {
    return await readFile(path.join(directory, file.name), 'utf8');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    const message = `cannot be read (${code})`;
    throw complaint(file.problem, [{ place: { name: file.name }, path: [], message }]);
  }
}

/** What a text says by its schema. Throws the file's problem, with every mistake and its place. */
export function parseConfigText<T>(text: string, file: ConfigFile, schema: z.ZodType<T>): T {
  const source = parseYaml(text, file.name);
  if (source.findings.length > 0) throw complaint(file.problem, source.findings);
  const { value, findings } = check(schema, source);
  if (value === undefined) throw complaint(file.problem, findings);
  return value;
}
