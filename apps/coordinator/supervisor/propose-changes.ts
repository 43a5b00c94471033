import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { classOfTask, isActiveProposal, type LivingSession } from '@galley/runcoord';
import type { CheckoutChanges } from './checkout-changes.ts';

export interface LeftChanges {
  readonly session: LivingSession;
  readonly changes: CheckoutChanges;
  /** The agent's words about them. */
  readonly message: string;
  readonly mcpUrl: string;
  /** The agent's: so it can propose nothing that the agent could not propose itself. */
  readonly token: string;
}

const proposal = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  proposed_by: z.string(),
  patch: z.object({ attached_at: z.coerce.date() }).nullable(),
});
const task = z.object({
  title: z.string(),
  status: z.string(),
  assigned_agent_id: z.string().nullable(),
});
const answer = z.tuple([z.object({ type: z.literal('text'), text: z.string() })], z.unknown());
const refused = z.object({ error: z.object({ message: z.string() }) });

const maxBodyLength = 10_000;

/**
 * Proposes what an agent left in its working copy in a turn for changes, unless it attached a patch itself, and completes
 * the task that it was started for. Returns a sentence for the transcript. A second call for the same session has no
 * further effect.
 */
export async function proposeChanges(left: LeftChanges): Promise<string | undefined> {
  try {
    await using tools = await ToolClient.open(left);
    return await propose(left, tools);
  } catch (error) {
    // Without an answer, it is tried again while the turn lasts.
    if (!(error instanceof Refusal) && left.session.turn.state === 'in_flight') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return `The changes in the working copy were not proposed: ${reason}`;
  }
}

const proposingTurn = /^(task|revise) (\S+)/;

/** A turn for a plan or a review leaves no changes to propose. */
export const isForChanges = ({ turn }: LivingSession): boolean => proposingTurn.test(turn.reason);

async function propose(left: LeftChanges, tools: ToolClient): Promise<string | undefined> {
  const [, kind, id] = proposingTurn.exec(left.session.turn.reason)!;
  return kind === 'revise' ? revise(left, tools, id!) : proposeForTask(left, tools, id!);
}

async function revise(
  left: LeftChanges,
  tools: ToolClient,
  id: string,
): Promise<string | undefined> {
  const found = await tools.call('proposal_get', { proposal_id: id }, proposal);
  if (isOfThisTurn(left.session, found)) return undefined;
  await attach(left, tools, id);
  await tools.change('proposal_request_review', { proposal_id: id });
  return `The changes in the working copy were attached to the proposal "${found.title}".`;
}

async function proposeForTask(
  left: LeftChanges,
  tools: ToolClient,
  id: string,
): Promise<string | undefined> {
  const { session } = left;
  const { proposals } = await tools.call(
    'proposal_list',
    { task_id: id },
    z.object({ proposals: z.array(proposal) }),
  );
  const own = proposals.filter(({ proposed_by: by }) => by === session.agentId);
  if (own.some((one) => isOfThisTurn(session, one))) return undefined;
  const { title, ...found } = await tools.call('task_get', { task_id: id }, task);
  const begun = own.find(({ status, patch }) => isActiveProposal(status) && patch === null);
  const about = { task_id: id, title, body: bodyOf(left) };
  const target = begun?.id ?? (await tools.change('proposal_create', about, proposal)).id;
  try {
    await attach(left, tools, target);
  } catch (error) {
    // A proposal without changes would only cost its reviewers time.
    if (error instanceof Refusal && !begun)
      await tools.change('proposal_withdraw', { proposal_id: target });
    throw error;
  }
  if (found.assigned_agent_id === session.agentId && classOfTask(found.status) === 'active')
    await tools.change('task_update_status', {
      task_id: id,
      status: 'completed',
      note: `Proposed as ${target}.`,
    });
  return `The changes in the working copy were proposed: "${title}".`;
}

async function attach({ changes }: LeftChanges, tools: ToolClient, id: string): Promise<void> {
  const { patch, revision } = changes;
  await tools.change('proposal_attach_patch', { proposal_id: id, base_revision: revision, patch });
}

function bodyOf({ message, changes: { paths, omitted } }: LeftChanges): string {
  const parts = [
    message.trim() || `Changes of ${paths.join(', ')}.`,
    ...(omitted.length > 0 ? [`Changed, but not proposed: ${omitted.join(', ')}.`] : []),
  ];
  return parts.map((part) => part.slice(0, maxBodyLength)).join('\n\n');
}

function isOfThisTurn({ startedAt }: LivingSession, { patch }: z.infer<typeof proposal>): boolean {
  return patch !== null && patch.attached_at >= startedAt;
}

class Refusal extends Error {}

type Input = Readonly<Record<string, unknown>>;

class ToolClient implements AsyncDisposable {
  readonly #client: Client;
  readonly #sessionId: string;

  private constructor(client: Client, sessionId: string) {
    this.#client = client;
    this.#sessionId = sessionId;
  }

  static async open({ mcpUrl, token, session }: LeftChanges): Promise<ToolClient> {
    const client = new Client(
      { name: 'galley-supervisor', version: '1' },
      { versionNegotiation: { mode: 'auto' } },
    );
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }),
    );
    return new ToolClient(client, session.id);
  }

  async call<Shape extends z.ZodType>(
    name: string,
    input: Input,
    shape: Shape,
  ): Promise<z.output<Shape>> {
    const { isError, content } = await this.#client.callTool({ name, arguments: { ...input } });
    const [{ text }] = answer.parse(content);
    const value: unknown = JSON.parse(text);
    if (isError) throw new Refusal(refused.parse(value).error.message);
    return shape.parse(value);
  }

  change<Shape extends z.ZodType = z.ZodUnknown>(name: string, input: Input, shape?: Shape) {
    const key = `supervisor:${this.#sessionId}:${name}`;
    return this.call(name, { ...input, idempotency_key: key }, shape ?? (z.unknown() as never));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#client.close();
  }
}
