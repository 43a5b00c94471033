import { newId } from '@galley/kernel';
import { ClaimRepository, type Claim } from '../claim-repository.ts';
import { runProblems } from '../problems.ts';
import { quoteName } from '../require-workspace.ts';
import { requireIntake, tell, type WorkContext } from './work-context.ts';

export const maxClaims = 500;

/** The growing fence lets a resource's writer reject a holder whose claim expired unnoticed. */
export class ResourceWork {
  readonly #context: WorkContext;
  readonly #claims: ClaimRepository;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#claims = new ClaimRepository(context.db);
  }

  /** Extends the worker's own claim. @throws `run_takes_no_work`, `resource_held`. */
  async claim(resource: string, ttlSeconds: number): Promise<Claim> {
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

  async #prolong(resource: string, expiresAt: Date): Promise<Claim> {
    const { worker } = this.#context;
    const held = await this.#claims.holdHolder(worker.runId, resource);
    if (held?.agentId === worker.agentId) return this.#claims.prolong(held.id, expiresAt);
    throw runProblems.resource_held(
      held
        ? `${held.agentId} holds "${quoteName(resource)}" until ${held.expiresAt.toISOString()} or an earlier release.`
        : `"${quoteName(resource)}" was just released. Claim it again.`,
      held && { agent_id: held.agentId, expires_at: held.expiresAt.toISOString() },
    );
  }

  /** @throws `claim_not_found`, `not_yours`, and `claim_over` for a released or expired claim. */
  async release(claimId: string): Promise<Claim> {
    const { worker, clock } = this.#context;
    const now = clock.now();
    const claim = await this.#claims.hold(worker.runId, claimId);
    if (!claim)
      throw runProblems.claim_not_found(`Claim "${quoteName(claimId)}" not found in your run.`);
    if (claim.agentId !== worker.agentId) {
      throw runProblems.not_yours(`Only ${claim.agentId} can release this claim.`);
    }
    if (claim.releasedAt !== null || claim.expiresAt <= now) {
      throw runProblems.claim_over(
        'The claim has already ended. Changes made since then may conflict with those of another agent.',
      );
    }
    const released = await this.#claims.release(claimId, now);
    const payload = { claim_id: claimId, resource: claim.resource, agent_id: worker.agentId };
    await tell(this.#context, 'resource.released', payload);
    return released;
  }

  list(resource?: string): Promise<Claim[]> {
    const { worker, clock } = this.#context;
    const asked = { runId: worker.runId, resource, limit: maxClaims };
    return this.#claims.listHeld(asked, clock.now());
  }
}
