export type ConsoleCommand =
  | { readonly name: 'start'; readonly goal?: string }
  | { readonly name: 'pause' | 'resume' | 'stop' | 'force-stop' }
  | {
      readonly name: 'approve' | 'reject';
      readonly approvalId: string;
      /** Shown to the person; the decision covers only that patch. */
      readonly patchSha256: string | null;
      readonly note?: string;
    }
  | ProposalCommand;

export interface ProposalCommand {
  readonly name: 'accept' | 'decline' | 'revise';
  readonly proposalId: string;
  readonly patchSha256: string | null;
  readonly note?: string;
}

/** Ids are not resolved yet. */
export type TypedCommand =
  | { readonly name: 'start' | 'goal'; readonly text: string }
  | { readonly name: 'pause' | 'resume' | 'stop' | 'force-stop' }
  | { readonly name: 'help' | 'quit' }
  /** Empty if omitted. */
  | {
      readonly name: 'approve' | 'reject' | ProposalCommand['name'];
      readonly id: string;
      readonly note: string;
    };

type CommandName = TypedCommand['name'];

export const commands: Readonly<Record<CommandName, readonly [takes: string, does: string]>> = {
  start: ['[goal]', 'start a run, by default with the saved goal'],
  goal: ['TEXT', 'save a goal for the next start'],
  pause: ['', 'stop accepting new work'],
  resume: ['', 'resume after a pause'],
  stop: ['', 'stop the run'],
  'force-stop': ['', 'stop the run immediately, with all its turns; asks for yes'],
  approve: ['[ID [note]]', 'approve; without an ID, or with a dot, the selected or shown approval'],
  reject: ['[ID [note]]', 'reject an approval, with the same arguments'],
  accept: ['[ID [note]]', 'accept a proposal and commit its patch'],
  decline: ['[ID [note]]', 'reject a proposal permanently'],
  revise: ['[ID] note', 'request a revision of a proposal'],
  help: ['', 'show keys and commands'],
  quit: ['', 'leave the console'],
};

const names = Object.keys(commands) as CommandName[];

/** A string is an error message; `undefined` for an empty line. */
export function parseCommand(text: string): TypedCommand | string | undefined {
  const [word, rest] = firstWord(text.replace(/^[\s:]*/, ''));
  if (word === '') return undefined;
  const name = names.find((candidate) => candidate === word.toLowerCase());
  if (!name) return unknown(word);
  switch (name) {
    case 'start':
    case 'goal':
      return { name, text: rest };
    case 'approve':
    case 'reject':
    case 'accept':
    case 'decline':
    case 'revise': {
      const [id, note] = firstWord(rest);
      return { name, id: id === '.' ? '' : id, note };
    }
    default:
      return rest === '' ? { name } : `${name} takes no arguments. Type only ${name}.`;
  }
}

function firstWord(text: string): readonly [word: string, rest: string] {
  const [word = ''] = text.split(/\s/, 1);
  return [word, text.slice(word.length).trim()];
}

function unknown(word: string): string {
  const [nearest] = names.toSorted((a, b) => distance(word, a) - distance(word, b));
  const others = names.filter((name) => name !== nearest).join(' ');
  return `Unknown command "${word.slice(0, 20)}". Did you mean ${nearest}? Others: ${others}.`;
}

function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of Array.from(a.slice(0, 20).toLowerCase()).entries()) {
    const current = [row + 1];
    for (const [column, other] of Array.from(b).entries()) {
      const change = above[column]! + (letter === other ? 0 : 1);
      current.push(Math.min(change, above[column + 1]! + 1, current[column]! + 1));
    }
    above = current;
  }
  return above.at(-1)!;
}
