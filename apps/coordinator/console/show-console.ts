import { may, newId, redactSecrets, type Actor, type Capability } from '@galley/kernel';
import { runProblems } from '@galley/runcoord';
import type { PreparedRun } from '../runs/prepared-run.ts';
import { coordinatorProblems } from '../problems.ts';
import { presentBoard, readBoard } from './run-board.ts';
import type { Terminal } from './terminal.ts';
import type { ConsoleCommand, ProposalDetail } from '../tui/index.ts';

const withoutToken =
  'Not signed in. Set GALLEY_TOKEN to a personal token (admin, Account) before you start galley run.';

/** Ends when the person leaves or `signal` aborts (GAP-RC-TUI-1). */
export async function showConsole(
  prepared: PreparedRun,
  { token, ...streams }: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { startConsole } = await import('../tui/index.ts');
  await startConsole({
    ...streams,
    signal,
    clock: prepared.coordinator.clock,
    source: () => readBoard(prepared),
    proposal: (id) => readProposal(prepared, id),
    actions: token === undefined ? undefined : (command) => carryOut(prepared, token, command),
    readOnlyReason: withoutToken,
  });
}

/** Checks the current permissions of the person's token. Returns a message with the result. */
async function carryOut(
  { coordinator }: PreparedRun,
  token: string,
  command: ConsoleCommand,
): Promise<string> {
  const { runs, config } = coordinator;
  const workspaceId = config.coordinator.workspace.id;
  if (command.name === 'approve' || command.name === 'reject') {
    const by = await identified(coordinator.people, token, 'runs.approve');
    const { name: decision, approvalId, patchSha256, note } = command;
    const request = { workspaceId, approvalId, decision, patchSha256, note };
    const { status } = await runs.approvals.decide({ ...request, by }).catch(inWordsOfTheScreen);
    return `${approvalId} is ${status}.`;
  }
  if (command.name === 'accept' || command.name === 'decline' || command.name === 'revise') {
    const { proposalId, patchSha256, note } = command;
    const by = await identified(coordinator.people, token, 'runs.approve');
    const decision = proposalDecisions[command.name];
    const request = { workspaceId, proposalId, decision, patchSha256, note };
    await runs.decisions.decide({ ...request, by }).catch(inWordsOfTheScreen);
    const { status, appliedCommit } = await runs.records.getProposal(workspaceId, proposalId);
    return `${proposalId} is ${status}${appliedCommit ? `, with commit ${appliedCommit.slice(0, 12)}` : ''}.`;
  }
  const by = await identified(coordinator.people, token, 'runs.control');
  const goal = command.name === 'start' ? command.goal : undefined;
  const { runId, state } = await runs.control.control({
    workspaceId,
    action: command.name,
    goal,
    by,
  });
  return `${runId} is ${state}.`;
}

const proposalDecisions = {
  accept: 'accept',
  decline: 'reject',
  revise: 'request_revision',
} as const;

function inWordsOfTheScreen(error: unknown): never {
  if (!runProblems.patch_changed.is(error)) throw error;
  throw runProblems.patch_changed(
    'The patch has changed. Nothing was decided; read the new patch.',
  );
}

async function identified(
  { tokens }: PreparedRun['coordinator']['people'],
  token: string,
  capability: Capability,
) {
  // Recorded in place of an IP address.
  const address = 'terminal';
  const found = await tokens.find(token, address);
  if (!found) {
    throw coordinatorProblems.token_refused(
      'GALLEY_TOKEN is invalid: the token has expired, was revoked, or is mistyped.',
    );
  }
  if (!found.mfaComplete || !may(found.actor, capability)) throw refused(found.actor, capability);
  return { username: found.actor.username, address, requestId: newId() };
}

function refused({ username, role }: Actor, capability: Capability): Error {
  return coordinatorProblems.token_refused(
    `${username} (${role}) lacks the permission ${capability} in the role or in the token.`,
  );
}

async function readProposal(prepared: PreparedRun, id: string): Promise<ProposalDetail> {
  const { runs, config } = prepared.coordinator;
  const { workspace } = config.coordinator;
  const { patch, body, ...proposal } = await runs.records.getProposal(workspace.id, id);
  return {
    ...proposal,
    body: redactSecrets(body),
    baseRevision: patch?.baseRevision ?? null,
    patch: patch?.text ?? null,
    patchSha256: patch?.sha256 ?? null,
    approvals: await presentBoard(prepared).listApprovalsOf(id),
  };
}
