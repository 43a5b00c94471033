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

/** A failing check becomes a finding of its own, and the examination continues. */
export class Examination {
  readonly #checks: Check[] = [];
  readonly #findings: DiagnosedFinding[] = [];

  /** Contains no secrets, even from error messages. */
  diagnosis(): Diagnosis {
    const ok =
      this.#checks.every(({ status }) => status !== 'error') &&
      this.#findings.every(({ severity }) => severity !== 'error');
    return { ok, checks: this.#checks, findings: this.#findings };
  }

  async runCheck(name: string, work: () => Promise<readonly Check[]>): Promise<void> {
    await this.ask(name, async () => this.#checks.push(...(await work())));
  }

  async add(name: string, work: () => Promise<Examined>): Promise<void> {
    await this.ask(name, async () => {
      const { checks, findings } = await work();
      this.#checks.push(...checks);
      this.#findings.push(...findings);
    });
  }

  /** For a value that later checks need; `undefined` when it is unavailable. */
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
    why: 'The server does not start. Checks that depend on the configuration were skipped.',
    advice: 'Correct the named settings.',
  },
  site_settings: {
    where: 'content/config/site.yaml',
    why: 'A running server keeps its previous settings, and no server starts. Content checks were skipped.',
    advice: 'Correct the named settings.',
  },
  database: {
    where: 'database.url, or the embedded server in the data directory',
    why: 'Galley can neither read nor save. Checks that depend on the database were skipped.',
    advice: 'Start the database, or correct its address.',
  },
};

const unknown: Omit<Complaint, 'message'> = {
  where: 'this check itself',
  why: 'The result of this check is unknown.',
  advice: 'Fix the cause in the message, or report a bug: checks should not fail.',
};

function complaintOf(name: string, error: unknown): Complaint {
  if (isForPeople(error))
    return { ...(known[name] ?? unknown), message: redactSecrets(error.message) };
  const message = `The check failed: ${redactSecrets(String(error))}`;
  return { ...unknown, message };
}

/** Any other error is a bug in the check. */
function isForPeople(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof DomainError || 'syscall' in error || ('severity' in error && 'code' in error)
  );
}
