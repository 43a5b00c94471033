import { userInfo } from 'node:os';
import { AuditRepository } from '@galley/auth';
import type { Transaction } from '@galley/database';
import { systemClock, type AuditLog } from '@galley/kernel';

/** Records Galley itself with the account of the operating system; `by` names the component. */
export function auditIn(by: string): (transaction: Transaction) => AuditLog {
  return (transaction) => {
    const log = new AuditRepository({ db: transaction, clock: systemClock });
    const who = { by, system_user: userInfo().username };
    return { record: (event) => log.record({ ...event, details: { ...event.details, ...who } }) };
  };
}
