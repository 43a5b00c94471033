import type { LivingSession, SessionEnd } from '@galley/runcoord';
import type { AgentState } from './driver.ts';

const maxCauseLength = 500;

export function sessionEndOf(
  session: LivingSession,
  state: AgentState,
  logFile: string,
): SessionEnd {
  const asked = session.endReason;
  if (state.kind !== 'exited')
    return {
      exitCode: null,
      reason: asked ?? 'the exit status is unknown',
      isInterrupted: asked === null,
      logFile,
    };
  const { exitCode, reason, isInterrupted } = state;
  return {
    exitCode,
    reason: asked === null ? reason : `${asked} (${reason})`,
    isInterrupted: asked === null ? isInterrupted : asked === 'the supervisor was stopped',
    logFile,
  };
}

/** People read it when the run pauses because of the agent. */
export function withCause({ exitCode, reason }: SessionEnd, lastError = ''): string {
  if (exitCode === 0 || exitCode === null || lastError.trim() === '') return reason;
  return `${reason}: ${lastError.trim().slice(0, maxCauseLength)}`.toWellFormed();
}

export function unstartedEnd(reason: string): SessionEnd {
  return { exitCode: null, reason, isInterrupted: true, logFile: null };
}
