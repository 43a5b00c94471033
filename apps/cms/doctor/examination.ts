import { DomainError, redactSecrets } from '@galley/kernel';
import {
  failed,
  type Check,
  type Complaint,
  type DiagnosedFinding,
  type Diagnosis,
  type Examined,
} from './check.ts';

type Add = (check: Check) => void;

/** Keeps what was found. Whatever goes wrong while something is looked at is found too, and the rest goes on. */
export class Examination {
  readonly #checks: Check[] = [];
  readonly #findings: DiagnosedFinding[] = [];

  /** Nothing in it is a secret, whatever the errors said that it was made of. */
  diagnosis(): Diagnosis {
    const ok =
      this.#checks.every(({ status }) => status !== 'error') &&
      this.#findings.every(({ severity }) => severity !== 'error');
    return { ok, checks: this.#checks, findings: this.#findings };
  }

  /** Looks at something; `name` is what it is called where that fails. */
  async look(name: string, work: () => Promise<readonly Check[]>): Promise<void> {
    await this.ask(name, async () => this.#checks.push(...(await work())));
  }

  /** The same for what is found of many things. */
  async add(name: string, work: () => Promise<Examined>): Promise<void> {
    await this.ask(name, async () => {
      const { checks, findings } = await work();
      this.#checks.push(...checks);
      this.#findings.push(...findings);
    });
  }

  /** The same for what others need: undefined when it cannot be had. */
  async ask<T>(name: string, work: (add: Add) => Promise<T>): Promise<T | undefined> {
    try {
      return await work((check) => void this.#checks.push(check));
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      this.#checks.push(failed(name, complaintOf(name, error)));
      return undefined;
    }
  }
}

const known: Readonly<Record<string, Omit<Complaint, 'message'>>> = {
  configuration: {
    where: 'galley.yaml, overlays and variables',
    why: 'The server does not start with it; what depends on it was not looked at.',
    advice: 'Correct what is named.',
  },
  site_settings: {
    where: 'content/config/site.yaml',
    why: 'A server that runs keeps the settings it has, and none starts; the content was not looked at.',
    advice: 'Correct what is named.',
  },
  database: {
    where: 'database.url, or the embedded server in the data directory',
    why: 'Nothing can be read or saved; what depends on it was not looked at.',
    advice: 'Start it, or correct how it is reached.',
  },
};

const unknown: Omit<Complaint, 'message'> = {
  where: 'this check itself',
  why: 'Whether it is in order is not known.',
  advice: 'Mend what the message names, or report it: no check should fail.',
};

function complaintOf(name: string, error: unknown): Complaint {
  if (isForPeople(error))
    return { ...(known[name] ?? unknown), message: redactSecrets(error.message) };
  const message = `It could not be looked at: ${redactSecrets(String(error))}`;
  return { ...unknown, message };
}

/** A refusal of ours, of the system or of the database says what is wrong; anything else is a defect of the check. */
function isForPeople(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof DomainError || 'syscall' in error || ('severity' in error && 'code' in error)
  );
}
