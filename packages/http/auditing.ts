import { fillPath, type Operation } from '@galley/contract';
import {
  auditActions,
  DomainError,
  type AuditAction,
  type AuditEvent,
  type AuditLog,
  type Logger,
  type ProblemKind,
} from '@galley/kernel';
import { callerOf } from './callers.ts';
import { clientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';

export interface AuditNote {
  readonly actor?: string;
  readonly target?: string;
  readonly action?: AuditAction;
  /** Without secrets; merged with those of earlier notes. */
  readonly details?: AuditEvent['details'];
}

export interface Auditing {
  readonly audit: AuditLog;
  readonly logger: Logger;
}

/** Malformed requests and defects say nothing about a person, so they are not recorded. */
const recordedKinds: ReadonlySet<ProblemKind> = new Set([
  'forbidden',
  'conflict',
  'unprocessable',
  'not_found',
  'rate_limited',
  'unauthenticated',
]);

export class CallRecord {
  readonly #operation: Operation;
  readonly #exchange: Exchange;
  readonly #auditing: Auditing;
  #noted: AuditNote = {};
  #body: unknown;
  #isInParts = false;
  #isRecorded = false;

  constructor(operation: Operation, exchange: Exchange, auditing: Auditing) {
    this.#operation = operation;
    this.#exchange = exchange;
    this.#auditing = auditing;
  }

  note(entry: AuditNote): void {
    const details = { ...this.#noted.details, ...entry.details };
    this.#noted = { ...this.#noted, ...entry, details };
  }

  /** A separate record for one target of the call, with the notes so far. The call itself then has no record. */
  forTarget(target: string): CallRecord {
    this.#isInParts = true;
    const part = new CallRecord(this.#operation, this.#exchange, this.#auditing);
    part.note({ ...this.#noted, target });
    return part;
  }

  /** For a write in the transaction of the change, which then needs no entry of its own. */
  entryWith(entry: AuditNote): AuditEvent | undefined {
    this.note(entry);
    const event = this.#event(this.#body);
    if (!event?.actor) return undefined;
    this.#isRecorded = true;
    return { ...event, outcome: 'success' };
  }

  async run<T>(body: unknown, work: () => Promise<T>): Promise<T> {
    this.#body = body;
    if (this.#operation.audited?.withTheChange) return work();
    let result: T;
    try {
      result = await work();
    } catch (error) {
      await this.refused(error, body);
      throw error;
    }
    await this.succeeded(body);
    return result;
  }

  /** Throws when recording fails, so that every change is in the log. Successes of anonymous callers change nothing. */
  async succeeded(body: unknown): Promise<void> {
    if (this.#isRecorded) return;
    const event = this.#event(body);
    if (event?.actor) await this.#auditing.audit.record({ ...event, outcome: 'success' });
  }

  /** Never throws: the refusal holds. Refusals of anonymous callers without actor or target could fill the log. */
  async refused(error: unknown, body?: unknown): Promise<void> {
    if (this.#isRecorded || !(error instanceof DomainError) || !recordedKinds.has(error.kind))
      return;
    const { actor, target } = this.#noted;
    if (!callerOf(this.#exchange.response) && !actor && !target) return;
    const event = this.#event(body);
    if (!event) return;
    const details = { ...event.details, code: error.code, reason: error.message };
    try {
      await this.#auditing.audit.record({ ...event, outcome: 'denied', details });
    } catch (failure) {
      this.#auditing.logger.warn('refusal not recorded in the audit log', {
        request_id: event.requestId,
        action: event.action,
        error: String(failure),
      });
    }
  }

  #event(body: unknown): Omit<AuditEvent, 'outcome'> | undefined {
    const { audited } = this.#operation;
    const { request, response } = this.#exchange;
    const action = this.#noted.action ?? actionOf(audited?.action ?? '', request);
    if (this.#isInParts) return undefined;
    return (
      action && {
        action,
        actor: this.#noted.actor ?? callerOf(response)?.actor.username ?? '',
        target: this.#noted.target ?? textField(body, audited?.target),
        address: clientAddress(request),
        requestId: response.locals['requestId'] as string,
        details: this.#noted.details ?? {},
      }
    );
  }
}

/** `undefined` for operations that are not audited and for parameters that name no known action. */
function actionOf(action: string, { params }: Exchange['request']): AuditAction | undefined {
  const filled = fillPath(action, (name) => String(params[name]));
  return auditActions.find((known) => known === filled);
}

function textField(body: unknown, name: string | undefined): string {
  if (name === undefined || typeof body !== 'object' || body === null) return '';
  const value = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}
