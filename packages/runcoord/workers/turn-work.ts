import { AgentRepository } from '../agent-repository.ts';
import { runProblems } from '../problems.ts';
import { RunRecipeRepository } from '../recipes/run-recipe-repository.ts';
import { quoteName } from '../require-workspace.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { RunEventType } from '../run-event.ts';
import { isTurnOver, TurnWorkRepository, type WorkTurn } from './turn-work-repository.ts';
import type { WorkContext } from './work-context.ts';

/** Limits lists of outstanding turns, and waiting turns. */
export const maxTurns = 200;

/** Decisions are made under the stream lock: of a completion and an expiry, the first one counts. */
export class TurnWork {
  readonly #context: WorkContext;
  readonly #events: RunEventRepository;
  readonly #turns: TurnWorkRepository;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#events = new RunEventRepository(context.db);
    this.#turns = new TurnWorkRepository(context.db);
  }

  /** @throws `agent_not_found`, and `turn_queue_full` if too many turns wait. */
  async request(agentId: string, reason: string): Promise<WorkTurn> {
    const { db, worker } = this.#context;
    if (!(await new AgentRepository(db).isEnabled(agentId))) {
      throw runProblems.agent_not_found(
        `No enabled agent "${quoteName(agentId)}". Call table_get_state for the agents.`,
      );
    }
    const team = await new RunRecipeRepository(db).findTeam(worker.runId);
    if (team && !team.includes(agentId)) {
      throw runProblems.agent_not_found(
        `"${quoteName(agentId)}" is not in the team of the run: ${team.join(', ')}.`,
      );
    }
    await this.#events.lock();
    const waiting = await this.#turns.listOutstanding(worker.runId, maxTurns);
    if (waiting.length >= maxTurns) {
      throw runProblems.turn_queue_full(
        `${maxTurns} turns of the run are outstanding. Wait until some have ended.`,
      );
    }
    const payload = { agent_id: agentId, reason, requested_by: worker.agentId };
    const requestEventId = await this.#append('agent.turn_requested', payload);
    return this.#get(requestEventId);
  }

  /** @throws `turn_not_found`, `not_yours`, `turn_over`, `turn_not_scheduled`, `turn_started`. */
  async start(requestEventId: number): Promise<WorkTurn> {
    const turn = await this.#holdOwn(requestEventId);
    if (turn.state === 'started') {
      throw runProblems.turn_started(
        'The turn has already started. If you started it, continue with agent_heartbeat and agent_turn_complete; otherwise leave it.',
      );
    }
    return this.#tell('agent.turn_started', turn);
  }

  async heartbeat(requestEventId: number): Promise<WorkTurn> {
    return this.#tell('agent.turn_heartbeat', await this.#holdOwn(requestEventId));
  }

  async complete(requestEventId: number, summary: string): Promise<WorkTurn> {
    const turn = await this.#holdOwn(requestEventId);
    return this.#tell('agent.turn_completed', turn, { summary });
  }

  async #tell(type: RunEventType, turn: WorkTurn, more: object = {}): Promise<WorkTurn> {
    const { agentId, requestEventId } = turn;
    await this.#append(type, { agent_id: agentId, request_event_id: requestEventId, ...more });
    return this.#get(requestEventId);
  }

  /** Takes the stream lock. */
  async #holdOwn(requestEventId: number): Promise<WorkTurn> {
    const { worker } = this.#context;
    await this.#events.lock();
    const turn = await this.#get(requestEventId);
    if (turn.agentId !== worker.agentId) {
      throw runProblems.not_yours(
        `The turn belongs to ${turn.agentId}. Only that agent can report on it.`,
      );
    }
    if (isTurnOver(turn.state)) {
      throw runProblems.turn_over(
        `The turn is ${turn.state}. Request another one with agent_turn_request.`,
        { turn_state: turn.state },
      );
    }
    if (turn.state === 'requested') {
      throw runProblems.turn_not_scheduled(
        'The turn is not scheduled yet. Wait for its agent.turn_scheduled event with table_watch.',
      );
    }
    return turn;
  }

  async #get(requestEventId: number): Promise<WorkTurn> {
    const turn = await this.#turns.find(this.#context.worker.runId, requestEventId);
    if (turn) return turn;
    throw runProblems.turn_not_found(
      `Turn ${requestEventId} not found in your run. Use the ID of its agent.turn_requested event.`,
    );
  }

  async #append(type: RunEventType, payload: Readonly<Record<string, unknown>>): Promise<number> {
    const { worker, clock } = this.#context;
    const [id] = await this.#events.append([
      { runId: worker.runId, type, payload, at: clock.now() },
    ]);
    return id!;
  }
}
