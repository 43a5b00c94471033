import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { PresentedProposalDetail, ProposalDecision, RunApiClient } from '@galley/coordinator';
import { CommandFailed } from '../command-failed.ts';
import { confirm } from '../confirm.ts';
import { lastValue } from '../last-value.ts';
import { proposalLines, summaryLines } from '../runs/proposal-lines.ts';
import { configOverlayOption } from '../shared-options.ts';

interface Global {
  readonly project: string;
}

interface Shared extends Global {
  readonly json: boolean;
  readonly url?: string | undefined;
  readonly configOverlay?: string[] | undefined;
}

interface ProposalArguments extends Shared {
  readonly proposal: string;
}

interface DecisionArguments extends ProposalArguments {
  readonly message?: string | undefined;
  readonly patch?: string | undefined;
}

interface FinalArguments extends DecisionArguments {
  readonly yes: boolean;
}

interface AcceptArguments extends FinalArguments {
  readonly hunks?: readonly string[] | undefined;
}

interface AnswerArguments extends Shared {
  readonly question: string;
  readonly text: string;
}

interface MessageArguments extends Shared {
  readonly agent: string;
  readonly text: string;
  readonly run: string;
}

const asPerson =
  'Needs a running server (galley serve), and in GALLEY_TOKEN a personal token (admin, Account).';
const ofDecision = `Prints the new status; --json: the proposal, as in the API. ${asPerson}`;

const proposalCommand: CommandModule<Global, ProposalArguments> = {
  command: 'proposal <proposal>',
  describe: 'Show a proposal with its checks, hunks and patch',
  builder: (options: Argv<Global>): Argv<ProposalArguments> =>
    proposalOptions(options)
      .example('$0 runs proposal 0198', 'Read the proposal before you decide')
      .epilogue(
        `Prints state, checks, votes, hunks with their IDs, and the patch; --json: the proposal, as in the API. ${asPerson}`,
      ),
  handler: (given) =>
    withServer(given, async (server) => {
      const found = await server.proposal(given.proposal);
      print(given, found, proposalLines(found, styleText).join('\n'));
    }),
};

const acceptCommand: CommandModule<Global, AcceptArguments> = {
  command: 'accept <proposal>',
  describe: 'Accept a proposal, or some of its hunks, and commit the patch',
  builder: (options: Argv<Global>): Argv<AcceptArguments> =>
    finalOptions(options)
      .option('hunks', {
        type: 'string',
        requiresArg: true,
        coerce: (given: string | readonly string[]) =>
          [given].flat().flatMap((one) => one.split(',').filter((id) => id !== '')),
        describe: 'Only these hunks: IDs or their beginnings, separated by commas',
      })
      .example('$0 runs accept 0198', 'Accept after a confirmation')
      .example('$0 runs accept 0198 --hunks 3f9a,77ab', 'Accept two hunks and leave the others out')
      .example('$0 runs accept 0198 --patch 5d41402a --yes', 'Accept this patch in a script')
      .epilogue(ofDecision),
  handler: (given) =>
    withServer(given, async (server) => {
      const found = await reviewed(server, given);
      const hunks = given.hunks?.map((id) => hunkOf(found, id));
      await confirmed(given, found, hunks ? `Accept ${counted(hunks)}?` : 'Accept all of it?');
      await decide(server, given, { found, decision: 'accept', hunks });
    }),
};

const rejectCommand: CommandModule<Global, FinalArguments> = {
  command: 'reject <proposal>',
  describe: 'Reject a proposal permanently',
  builder: (options: Argv<Global>): Argv<FinalArguments> =>
    finalOptions(options)
      .example('$0 runs reject 0198 --message "Not needed"', 'Reject after a confirmation')
      .epilogue(ofDecision),
  handler: (given) =>
    withServer(given, async (server) => {
      const found = await reviewed(server, given);
      await confirmed(given, found, 'Reject it permanently?');
      await decide(server, given, { found, decision: 'reject' });
    }),
};

const returnCommand: CommandModule<Global, DecisionArguments> = {
  command: 'return <proposal>',
  describe: 'Return a proposal to its agent for a revision',
  builder: (options: Argv<Global>): Argv<DecisionArguments> =>
    decisionOptions(options)
      .demandOption('message')
      .example('$0 runs return 0198 --message "Name the source"', 'Request a revision')
      .epilogue(ofDecision),
  handler: (given) =>
    withServer(given, async (server) => {
      const found = await reviewed(server, given);
      await decide(server, given, { found, decision: 'request-revision' });
    }),
};

const answerCommand: CommandModule<Global, AnswerArguments> = {
  command: 'answer <question> <text>',
  describe: 'Answer a question of an agent, or of the coordinator about a paused run',
  builder: (options: Argv<Global>): Argv<AnswerArguments> =>
    sharedOptions(options)
      .positional('question', {
        type: 'string',
        demandOption: true,
        describe: 'Question ID, as in galley runs show',
      })
      .positional('text', { type: 'string', demandOption: true, describe: 'Your answer' })
      .example('$0 runs answer 0198 "The first one"', 'Answer; the agent gets a turn with it')
      .epilogue(`Prints who asked; --json: the question, as in the API. ${asPerson}`),
  handler: (given) =>
    withServer(given, async (server) => {
      const answered = await server.answer(given.question, given.text);
      print(given, answered, `The question of ${answered.agent_id} is answered.`);
    }),
};

const messageCommand: CommandModule<Global, MessageArguments> = {
  command: 'message <run> <agent> <text>',
  describe: 'Send an agent a message in a run; it gets a turn with your words',
  builder: (options: Argv<Global>): Argv<MessageArguments> =>
    sharedOptions(options)
      .positional('run', { type: 'string', demandOption: true, describe: 'Run ID' })
      .positional('agent', {
        type: 'string',
        demandOption: true,
        describe: 'Agent ID, such as chair-1',
      })
      .positional('text', { type: 'string', demandOption: true, describe: 'Your message' })
      .example('$0 runs message run-1 chair-1 "Start with the pages about ink"', 'Send a message')
      .epilogue(`Prints the agent and the run; --json: {run_id, agent_id}. ${asPerson}`),
  handler: (given) =>
    withServer(given, async (server) => {
      const sent = await server.message(given.agent, given.run, given.text);
      print(given, sent, `${sent.agent_id} gets a turn with your message in ${sent.run_id}.`);
    }),
};

export function decisionCommands(options: Argv<Global>): Argv<Global> {
  return options
    .command(proposalCommand)
    .command(acceptCommand)
    .command(rejectCommand)
    .command(returnCommand)
    .command(answerCommand)
    .command(messageCommand);
}

/** The proposal with the patch that the person has read. @throws CommandFailed */
async function reviewed(
  server: RunApiClient,
  { proposal, patch }: DecisionArguments,
): Promise<PresentedProposalDetail> {
  const found = await server.proposal(proposal);
  const sha256 = found.patch?.sha256 ?? 'none';
  if (patch === undefined || (patch.length >= 8 && sha256.startsWith(patch.toLowerCase())))
    return found;
  throw new CommandFailed(
    `The newest patch is ${sha256}, not ${patch}. Nothing was decided; read it with galley runs proposal ${proposal}.`,
  );
}

function hunkOf({ hunks }: PresentedProposalDetail, given: string): string {
  const found = hunks.filter(({ id }) => id.startsWith(given.toLowerCase()));
  if (found.length === 1) return found[0]!.id;
  throw new CommandFailed(
    `${found.length === 0 ? 'No hunk has' : 'Several hunks have'} the ID ${given}. Nothing was decided; the patch has the hunks ${hunks.map(({ id }) => id).join(', ')}.`,
  );
}

async function confirmed(
  { yes }: FinalArguments,
  found: PresentedProposalDetail,
  question: string,
): Promise<void> {
  if (yes) return;
  if (process.stdin.isTTY) console.error(summaryLines(found).join('\n'));
  await confirm(question);
}

interface Decided {
  readonly found: PresentedProposalDetail;
  readonly decision: ProposalDecision;
  readonly hunks?: readonly string[] | undefined;
}

async function decide(
  server: RunApiClient,
  given: DecisionArguments,
  { found, decision, hunks }: Decided,
): Promise<void> {
  const body = { patch_sha256: found.patch?.sha256 ?? null, note: given.message, hunks };
  const decided = await server.decide(found.id, decision, body);
  const { id, status, applied_commit: commit, left_out_hunks: leftOut } = decided;
  const more = [
    ...(commit === null ? [] : [`, with commit ${commit.slice(0, 12)}`]),
    ...(leftOut.length === 0 ? [] : [`, without ${counted(leftOut)}`]),
  ].join('');
  print(given, decided, `The proposal ${id} is ${status}${more}.`);
}

const counted = ({ length }: readonly unknown[]) => (length === 1 ? '1 hunk' : `${length} hunks`);

function sharedOptions(options: Argv<Global>): Argv<Shared> {
  return options
    .option('url', {
      type: 'string',
      requiresArg: true,
      coerce: lastValue<string>,
      describe: 'Address of the server [default: the project’s server on this machine]',
    })
    .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
    .option('config-overlay', configOverlayOption);
}

function proposalOptions(options: Argv<Global>): Argv<ProposalArguments> {
  return sharedOptions(options).positional('proposal', {
    type: 'string',
    demandOption: true,
    describe: 'Proposal ID, as in galley runs show',
  });
}

function decisionOptions(options: Argv<Global>): Argv<DecisionArguments> {
  return proposalOptions(options)
    .option('message', {
      alias: 'm',
      type: 'string',
      requiresArg: true,
      coerce: lastValue<string>,
      describe: 'Note for the agent, stored with the decision',
    })
    .option('patch', {
      type: 'string',
      requiresArg: true,
      coerce: lastValue<string>,
      describe: 'Decide only if this is the newest patch: at least 8 digits of its hash',
    });
}

function finalOptions(options: Argv<Global>): Argv<FinalArguments> {
  return decisionOptions(options).option('yes', {
    alias: 'y',
    type: 'boolean',
    default: false,
    describe: 'Do not ask for confirmation',
  });
}

function print({ json }: Shared, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value) : text);
}

async function withServer(
  given: Shared,
  work: (server: RunApiClient) => Promise<void>,
): Promise<void> {
  const { RunApiClient } = await import('@galley/coordinator');
  const server = await RunApiClient.open({
    projectDirectory: resolve(given.project),
    overlays: given.configOverlay ?? [],
    environment: process.env,
    url: given.url,
  });
  await work(server);
}
