import { contentProblems } from '../problems.ts';

/**
 * The one place where scheduling is refused: nothing here publishes by the clock. What will allow it are CMS-ST-6,
 * CMS-ST-7 and the capability `documents.publish`.
 */
export function refuseScheduling(): never {
  throw contentProblems.illegal_transition(
    'A document cannot be scheduled: this server does not publish by the clock. Publish it when its time has come.',
  );
}
