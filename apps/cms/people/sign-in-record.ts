import { isUsername, normalizeUsername, type SignedIn } from '@galley/auth';
import type { AnswerOf, contract } from '@galley/contract';
import { clientAddress } from '@galley/http';
import { DomainError, type AuditAction, type AuditLog } from '@galley/kernel';
import type { Request, Response } from 'express';

/** Starts the session of a person who has signed in, and answers with it. */
export type BeginSession = (
  request: Request,
  signedIn: SignedIn,
) => Promise<AnswerOf<typeof contract.auth.session>>;

export interface SignInAttempt {
  /** As typed. */
  readonly username: string;
  readonly request: Request;
  readonly response: Response;
}

const failures = new Set([
  'invalid_credentials',
  'totp_invalid',
  'passkey_invalid',
  'passkey_copied',
  'unauthenticated',
]);

/** Records sign-ins and failed ones, which the router cannot tell apart from the operation. */
export function signInRecorder(audit: AuditLog, { request, response, ...typed }: SignInAttempt) {
  // An invalid user name is not stored, since it may be a password typed into the wrong field.
  const given = normalizeUsername(typed.username);
  const username = isUsername(given) ? given : '';
  const record = (action: AuditAction, details: object) =>
    audit.record({
      action,
      actor: username,
      target: username,
      outcome: action === 'login' ? 'success' : 'denied',
      address: clientAddress(request),
      requestId: response.locals['requestId'] as string,
      details: { ...details },
    });
  return {
    async around<T>(work: () => Promise<{ answer: T; details: object }>): Promise<T> {
      try {
        const { answer, details } = await work();
        await record('login', details);
        return answer;
      } catch (error) {
        // Attempts during a lockout are not recorded: an attacker could flood the log with them.
        if (error instanceof DomainError && failures.has(error.code))
          await record('login.failed', { code: error.code });
        throw error;
      }
    },
  };
}
