import { mayOverlap } from '@galley/kernel';
import type { Turn } from '../turns.ts';

/** The task that a turn is about. */
export interface TurnTask {
  readonly requestEventId: number;
  readonly taskId: string;
  readonly paths: readonly string[];
}

/**
 * Agents and tasks of turns in flight. A turn about a task claims the task and the `paths` of the task; a task without
 * `paths` claims no path.
 */
export class PathClaims {
  readonly #tasks: ReadonlyMap<number, TurnTask>;
  readonly #turns: Turn[];

  constructor(tasks: readonly TurnTask[], inFlight: readonly Turn[]) {
    this.#tasks = new Map(tasks.map((task) => [task.requestEventId, task]));
    this.#turns = [...inFlight];
  }

  isFree(turn: Turn): boolean {
    const task = this.#tasks.get(turn.requestEventId);
    return this.#turns.every((other) => {
      if (other.agentId === turn.agentId) return false;
      const claimed = this.#tasks.get(other.requestEventId);
      return !task || !claimed || !areInConflict(task, claimed);
    });
  }

  add(turn: Turn): void {
    this.#turns.push(turn);
  }
}

function areInConflict(one: TurnTask, other: TurnTask): boolean {
  if (one.taskId === other.taskId) return true;
  return one.paths.some((path) => other.paths.some((claimed) => mayOverlap(path, claimed)));
}
