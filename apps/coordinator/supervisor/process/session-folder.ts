import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, newId } from '@galley/kernel';
import type { ProcessIdentity } from './process-identity.ts';

/** Contains no secrets. */
export interface WrapperOrder {
  readonly agentId: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly workingDirectory: string;
  /** The hosts that the agent reaches; undefined: all. */
  readonly hosts?: readonly string[] | undefined;
  readonly logFile: string;
  /** In bytes. */
  readonly logSize: number;
}

export interface WrapperExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export class SessionFolder {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  putOrder(order: WrapperOrder): Promise<void> {
    return this.#replace('order.json', order);
  }

  async getOrder(): Promise<WrapperOrder> {
    return (await this.#read<WrapperOrder>('order.json'))!;
  }

  /** True for exactly one of several wrappers. */
  async claim(wrapper: ProcessIdentity): Promise<boolean> {
    const temporary = await this.#write('wrapper.json', wrapper);
    try {
      await link(temporary, join(this.directory, 'wrapper.json'));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  findWrapper(): Promise<ProcessIdentity | undefined> {
    return this.#read('wrapper.json');
  }

  /** Its id is also the process group id. */
  putAgent(agent: ProcessIdentity): Promise<void> {
    return this.#replace('agent.json', agent);
  }

  findAgent(): Promise<ProcessIdentity | undefined> {
    return this.#read('agent.json');
  }

  putExit(exit: WrapperExit): Promise<void> {
    return this.#replace('exit.json', exit);
  }

  findExit(): Promise<WrapperExit | undefined> {
    return this.#read('exit.json');
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }

  async #replace(name: string, value: unknown): Promise<void> {
    const temporary = await this.#write(name, value);
    await rename(temporary, join(this.directory, name));
  }

  async #write(name: string, value: unknown): Promise<string> {
    const temporary = join(this.directory, `.${name}-${newId()}`);
    await writeFile(temporary, JSON.stringify(value), { flag: 'wx' });
    return temporary;
  }

  async #read<T>(name: string): Promise<T | undefined> {
    try {
      return JSON.parse(await readFile(join(this.directory, name), 'utf8')) as T;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}
