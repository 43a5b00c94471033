import { chooseApproval } from './approval-choice.ts';
import {
  parseCommand,
  type ConsoleCommand,
  type ProposalCommand,
  type TypedCommand,
} from './command-line.ts';
import type { ConsoleState, Message, Prompt, Update } from './console-state.ts';
import { emptyLine } from './edit-line.ts';
import { helpSubject } from './page.ts';
import { chooseProposal } from './proposal-choice.ts';

/** The command line is already closed. */
export function submitted(state: ConsoleState, prompt: Prompt, text: string): Update {
  if (prompt.question) {
    const { command } = prompt.question;
    if (text.toLowerCase() === 'yes') return startCommand(state, command);
    return withMessage(state, `Cancelled: ${command.name} needs the word yes.`, 'plain');
  }
  const command = parseCommand(text);
  if (command === undefined) return { state };
  return typeof command === 'string'
    ? withMessage(state, command, 'bad')
    : typed(state, prompt, command);
}

function typed(state: ConsoleState, prompt: Prompt, command: TypedCommand): Update {
  switch (command.name) {
    case 'quit':
      return { state, effect: { type: 'leave' } };
    case 'help': {
      const page = { subject: helpSubject, offset: 0, detail: undefined, approval: undefined };
      return { state: { ...state, page } };
    }
    default:
      if (state.readOnlyReason === undefined) return instruct(state, prompt, command);
      return withMessage(state, state.readOnlyReason, 'bad');
  }
}

type Instruction = Exclude<TypedCommand, { readonly name: 'quit' | 'help' }>;

function instruct(state: ConsoleState, prompt: Prompt, command: Instruction): Update {
  switch (command.name) {
    case 'goal':
      return saveGoal(state, command.text);
    case 'start': {
      const goal = command.text || state.goal;
      return startCommand(state, goal === '' ? { name: 'start' } : { name: 'start', goal });
    }
    case 'approve':
    case 'reject':
      return decide(state, prompt, { ...command, name: command.name });
    case 'accept':
    case 'decline':
    case 'revise':
      return decideProposal(state, prompt, { ...command, name: command.name });
    case 'force-stop': {
      const text = 'Stop the run immediately, with all its turns? Type yes to confirm.';
      return ask(state, prompt, { text, command: { name: 'force-stop' } });
    }
    default:
      return startCommand(state, { name: command.name });
  }
}

function saveGoal(state: ConsoleState, goal: string): Update {
  if (goal !== '') return withMessage({ ...state, goal }, 'Goal saved for the next start.', 'good');
  const text = state.goal === '' ? 'No goal is saved.' : `Saved goal: ${state.goal}`;
  return withMessage(state, `${text} To save one, type goal and its text.`, 'plain');
}

interface Typed<Name> {
  readonly name: Name;
  readonly id: string;
  readonly note: string;
}

type Decision = Typed<'approve' | 'reject'>;

function decide(state: ConsoleState, prompt: Prompt, { name, id, note }: Decision): Update {
  const chosen = chooseApproval(id, prompt.approvals);
  if (typeof chosen === 'string') return withMessage(state, chosen, 'bad');
  const { approval, patchSha256, unseen } = chosen;
  const command: ConsoleCommand = {
    name,
    approvalId: approval.id,
    patchSha256,
    ...(note !== '' && { note }),
  };
  if (name === 'reject' || !unseen) return startCommand(state, command);
  const text = `You have not viewed the patch of approval ${approval.id} (Esc, then Enter on it). Type yes to approve it anyway.`;
  return ask(state, prompt, { text, command });
}

function decideProposal(
  state: ConsoleState,
  prompt: Prompt,
  { name, id, note }: Typed<ProposalCommand['name']>,
): Update {
  if (name === 'revise' && note === '')
    return withMessage(state, 'Say what to revise: revise . and the note.', 'bad');
  const chosen = chooseProposal(id, prompt.proposals);
  if (typeof chosen === 'string') return withMessage(state, chosen, 'bad');
  const { proposalId, patchSha256, unseen } = chosen;
  const command: ConsoleCommand = { name, proposalId, patchSha256, ...(note !== '' && { note }) };
  if (name !== 'accept' || !unseen) return startCommand(state, command);
  const text = `You have not viewed the patch of proposal ${proposalId} (Esc, then Enter on it). Type yes to accept it anyway.`;
  return ask(state, prompt, { text, command });
}

function ask(state: ConsoleState, prompt: Prompt, question: Prompt['question']): Update {
  return { state: { ...state, prompt: { ...prompt, line: emptyLine, question } } };
}

function startCommand(state: ConsoleState, command: ConsoleCommand): Update {
  if (state.underWay) {
    return withMessage(
      state,
      `${state.underWay.name} is still running. Wait for its result.`,
      'bad',
    );
  }
  const message: Message = { text: `${command.name} …`, tone: 'plain' };
  return { state: { ...state, underWay: command, message }, effect: { type: 'act', command } };
}

function withMessage(state: ConsoleState, text: string, tone: Message['tone']): Update {
  return { state: { ...state, message: { text, tone } } };
}
