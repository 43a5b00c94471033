import { join } from 'node:path';
import { configuredAgents, type LivingSession } from '@galley/runcoord';
import type { Config } from '@galley/settings';
import { adapterFor, ownFile, type Adapter } from './adapters/index.ts';
import { CannotStart, type AgentLaunch, type LaunchedProgram } from './driver.ts';
import type { RepositoryView } from './repository-view.ts';

export interface LaunchPlanOptions {
  readonly config: Pick<Config['coordinator'], 'agents' | 'adapters'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logFolder: string;
}

export interface LaunchRequest {
  readonly session: LivingSession;
  readonly token: string;
  readonly mcpUrl: string;
  readonly repository: RepositoryView | undefined;
}

export class LaunchPlan {
  readonly #options: LaunchPlanOptions;

  constructor(options: LaunchPlanOptions) {
    this.#options = options;
  }

  /** @throws `CannotStart` for an agent that is not configured here. */
  createLaunch(request: LaunchRequest): AgentLaunch {
    const { session, token, mcpUrl, repository } = request;
    const agent = this.#findAgent(session.agentId);
    const program = this.findProgram(session.agentId);
    if (!agent || !program) {
      throw new CannotStart(
        `The agent "${session.agentId}" of the requested turn is missing in coordinator.agents.`,
      );
    }
    const { image, environment, hosts } = this.#options.config.adapters[agent.adapter]!;
    const own = {
      GALLEY_MCP_URL: mcpUrl,
      GALLEY_WORKER_TOKEN: token,
      GALLEY_RUN_ID: session.runId,
      GALLEY_AGENT_ID: agent.id,
      GALLEY_AGENT_ROLE: agent.role,
      GALLEY_TURN: String(session.requestEventId),
      GALLEY_TURN_REASON: plain(session.turn.reason),
      GALLEY_GOAL: plain(session.goal),
      GALLEY_PROMPT: promptFor({ ...request, role: agent.role, adapter: program.adapter }),
      ...(agent.model !== null && { GALLEY_MODEL: agent.model }),
      ...(repository && { GALLEY_REVISION: repository.revision }),
    };
    return {
      sessionId: session.id,
      runId: session.runId,
      agentId: agent.id,
      requestEventId: session.requestEventId,
      ...program,
      command: agent.command,
      mcpUrl,
      image,
      hosts: hosts ?? program.adapter.hosts,
      environment: {
        ...this.#passedOn([...program.adapter.keys, ...program.adapter.variables, ...environment]),
        ...own,
      },
      repository,
      logFile: this.logFileOf(session.id),
    };
  }

  get logFolder(): string {
    return this.#options.logFolder;
  }

  /** `undefined` for an agent that is not configured here. */
  findProgram(agentId: string): LaunchedProgram | undefined {
    const { config, environment } = this.#options;
    const adapterName = this.#findAgent(agentId)?.adapter;
    if (adapterName === undefined) return undefined;
    const settings = config.adapters[adapterName]!;
    const adapter = adapterFor(adapterName, settings);
    const credentials =
      settings.credentials?.flatMap((path) => ownFile(environment, path)) ??
      adapter.credentialFiles(environment);
    return { adapterName, adapter, credentials, canResume: settings.supportsResume };
  }

  #findAgent(agentId: string) {
    return configuredAgents(this.#options.config).find(({ id }) => id === agentId);
  }

  logFileOf(sessionId: string): string {
    return join(this.#options.logFolder, `${sessionId}.log`);
  }

  #passedOn(names: readonly string[]): Record<string, string> {
    const given = names.map((name) => [name, this.#options.environment[name]] as const);
    return Object.fromEntries(
      given.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
    );
  }
}

/** Environment variables cannot contain NUL. */
function plain(text: string): string {
  return text.replaceAll('\0', '');
}

const whenProposing =
  'Change the files there: when you exit, Galley proposes your changes, with your last message as their description, and completes the task. Do not complete it yourself before. You can also propose changes with proposal_create and proposal_edit.';

type PromptParts = Omit<LaunchRequest, 'token'> & {
  readonly role: string;
  readonly adapter: Adapter;
};

function promptFor(parts: PromptParts): string {
  const { agentId, runId, goal, turn } = parts.session;
  const texts = [
    `You are ${agentId} (${parts.role}) in the run ${runId}. Goal of the run: ${goal || 'none.'}`,
    `Purpose of this turn: ${turn.reason || 'your open work.'}`,
    ...(turn.request === undefined ? [] : [turn.request]),
    ...(parts.adapter.knowsGalley ? [] : explainGalley(parts)),
  ];
  return plain(texts.join('\n\n'));
}

function explainGalley({ session, mcpUrl, repository }: PromptParts): string[] {
  const files = repository
    ? `The working directory is a git checkout of the repository at commit ${repository.revision}, for this turn only. The folder in GALLEY_REPOSITORY holds the same files, read-only. ${whenProposing}`
    : 'The workspace has no repository.';
  return [
    `Use the tools of the MCP server galley at ${mcpUrl} (Streamable HTTP, token in GALLEY_WORKER_TOKEN). Call agent_turn_start first and agent_turn_complete last, both with request_event_id ${session.requestEventId}.`,
    files,
  ];
}
