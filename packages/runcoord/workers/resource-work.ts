import { newId } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import { shown } from '../require-workspace.ts';
import { ResourceWorkRepository, type WorkClaim } from './resource-work-repository.ts';
import { requireIntake, tell, type WorkContext } from './work-context.ts';

/** How many claims are shown at most. */
export const mostClaims = 500;

/**
 * What one agent of a run alone should have. A claim has a fence that grows from claim to claim: whoever writes to
 * the resource can refuse somebody with a lower one than they have seen, whose claim has run out without their noticing.
 */
export class ResourceWork {
  readonly #context: WorkContext;
  readonly #claims: ResourceWorkRepository;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#claims = new ResourceWorkRepository(context.db);
  }

  /** Takes it, or prolongs the worker's own claim. Throws `run_takes_no_work` and `resource_held`. */
  async claim(resource: string, ttlSeconds: number): Promise<WorkClaim> {
    const { worker, clock } = this.#context;
    await requireIntake(this.#context);
    const { runId, agentId } = worker;
    const claimedAt = clock.now();
    const expiresAt = new Date(claimedAt.getTime() + ttlSeconds * 1_000);
    await this.#claims.endExpired(runId, resource, claimedAt);
    const id = newId(claimedAt.getTime());
    const taken = await this.#claims.insert({
      id,
      runId,
      agentId,
      resource,
      claimedAt,
      expiresAt,
    });
    const claim = taken ?? (await this.#prolong(resource, expiresAt));
    const until = { fence: claim.fence, expires_at: expiresAt.toISOString() };
    await tell(this.#context, 'resource.claimed', {
      claim_id: claim.id,
      resource,
      agent_id: agentId,
      ...until,
    });
    return claim;
  }

  async #prolong(resource: string, expiresAt: Date): Promise<WorkClaim> {
    const { worker } = this.#context;
    const held = await this.#claims.holdHolder(worker.runId, resource);
    if (held?.agentId === worker.agentId) return this.#claims.prolong(held.id, expiresAt);
    throw runProblems.resource_held(
      held
        ? `${held.agentId} has "${shown(resource)}" until ${held.expiresAt.toISOString()}, if it is not released before.`
        : `"${shown(resource)}" was released at that moment. Claim it again.`,
      held && { agent_id: held.agentId, expires_at: held.expiresAt.toISOString() },
    );
  }

  /** Throws `claim_not_found`, `not_yours`, and `claim_over` for one that is released or whose time is over. */
  async release(claimId: string): Promise<WorkClaim> {
    const { worker, clock } = this.#context;
    const now = clock.now();
    const claim = await this.#claims.hold(worker.runId, claimId);
    if (!claim) throw runProblems.claim_not_found(`Your run has no claim "${shown(claimId)}".`);
    if (claim.agentId !== worker.agentId) {
      throw runProblems.not_yours(`The claim is ${claim.agentId}’s; they alone can release it.`);
    }
    if (claim.releasedAt !== null || claim.expiresAt <= now) {
      throw runProblems.claim_over(
        'The claim has ended already. What you did under it since then may have met somebody else’s.',
      );
    }
    const released = await this.#claims.release(claimId, now);
    const payload = { claim_id: claimId, resource: claim.resource, agent_id: worker.agentId };
    await tell(this.#context, 'resource.released', payload);
    return released;
  }

  /** Those in force. */
  list(resource?: string): Promise<WorkClaim[]> {
    const { worker, clock } = this.#context;
    const asked = { runId: worker.runId, resource, limit: mostClaims };
    return this.#claims.listHeld(asked, clock.now());
  }
}
