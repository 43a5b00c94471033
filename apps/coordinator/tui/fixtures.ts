import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import stringWidth from 'string-width';
import { ManualClock } from '@galley/testing';
import type { ConsoleCommand } from './command-line.ts';
import type {
  ApprovalRow,
  ConsoleView,
  ProposalDetail,
  ProposalRow,
  RunRow,
} from './console-view.ts';
import { startConsole, type ConsoleOptions } from './start-console.ts';
import { graphemes } from './visible-text.ts';

export const escapeCode = '\u001b';

export const keys = {
  up: `${escapeCode}[A`,
  down: `${escapeCode}[B`,
  right: `${escapeCode}[C`,
  left: `${escapeCode}[D`,
  home: `${escapeCode}[H`,
  end: `${escapeCode}[F`,
  pageUp: `${escapeCode}[5~`,
  pageDown: `${escapeCode}[6~`,
  delete: `${escapeCode}[3~`,
  backTab: `${escapeCode}[Z`,
  tab: '\t',
  enter: '\r',
  escape: escapeCode,
  backspace: '\u007f',
  ctrlC: '\u0003',
};

class Keyboard extends Readable {
  readonly isTTY = true;
  isRaw = false;

  override _read(): void {
    // Tests push the input.
  }

  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }
}

/** Has the features that Ink uses. Throws on unknown control sequences. */
export class Terminal extends Writable {
  readonly isTTY = true;
  readonly keyboard = new Keyboard();
  columns: number;
  rows: number;
  written = '';
  writes = 0;
  scrolled = 0;
  readonly modes = new Set<string>();
  #cells: string[][] = [];
  #x = 0;
  #y = 0;
  #over: Error | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(columns = 80, rows = 24) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
    this.#cells = this.#blank();
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.written += chunk;
    if (chunk !== '') this.writes++;
    const [text = '', ...sequences] = chunk.split(escapeCode);
    this.#print(text);
    for (const sequence of sequences) this.#follow(sequence);
    for (const look of this.#waiting) look();
    done();
  }

  get screen(): string {
    return this.#cells.map((row) => row.join('').trimEnd()).join('\n');
  }

  get cursor(): readonly [x: number, y: number] {
    return [this.#x, this.#y];
  }

  lineWith(text: string): string {
    return this.screen.split('\n').find((row) => row.includes(text)) ?? '';
  }

  until(isSo: (screen: string) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const isDone = isSo(this.screen);
        if (isDone) resolve();
        else if (this.#over) reject(this.#over);
        else return;
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  giveUp(reason: Error): void {
    this.#over = reason;
    for (const look of this.#waiting) look();
  }

  shows(...texts: readonly string[]): Promise<void> {
    return this.until((screen) => texts.every((text) => screen.includes(text)));
  }

  type(...bytes: readonly string[]): void {
    for (const part of bytes) this.keyboard.push(part);
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    const kept = this.#cells.slice(-rows).map((row) => row.slice(0, columns));
    this.#y = Math.min(this.#y, rows - 1);
    this.#cells = this.#blank().map((row, y) => row.map((cell, x) => kept[y]?.[x] ?? cell));
    this.emit('resize');
  }

  #blank(): string[][] {
    return Array.from({ length: this.rows }, () => Array<string>(this.columns).fill(' '));
  }

  #print(text: string): void {
    for (const character of graphemes(text)) {
      if (character === '\r' || character === '\r\n') this.#x = 0;
      if (character === '\n' || character === '\r\n') this.#newLine();
      else if (character !== '\r') this.#put(character);
    }
  }

  #newLine(): void {
    this.#x = 0;
    if (this.#y < this.rows - 1) {
      this.#y++;
      return;
    }
    this.scrolled++;
    this.#cells = [...this.#cells.slice(1), Array<string>(this.columns).fill(' ')];
  }

  #put(character: string): void {
    if (/\p{Cc}/u.test(character)) throw new Error(`control ${JSON.stringify(character)} written`);
    const width = stringWidth(character);
    if (this.#x + width > this.columns) throw new Error(`written beyond column ${this.columns}`);
    const row = this.#cells[this.#y]!;
    row[this.#x] = character;
    for (let more = 1; more < width; more++) row[this.#x + more] = '';
    this.#x += width;
  }

  #follow(sequence: string): void {
    const [whole, mode, digits, name] = /^\[(\??)([\d;]*)([A-Za-z])/.exec(sequence) ?? [];
    if (whole === undefined) throw new Error(`unknown sequence ${JSON.stringify(sequence)}`);
    if (mode === '?') this.#switch(digits!, name === 'h');
    else this.#move(name!, digits!);
    this.#print(sequence.slice(whole.length));
  }

  #switch(mode: string, on: boolean): void {
    if (on) this.modes.add(mode);
    else this.modes.delete(mode);
    if (mode !== '1049') return;
    this.#cells = this.#blank();
    this.#x = this.#y = 0;
  }

  #move(name: string, digits: string): void {
    const count = Number(digits || 1);
    const moves: Record<string, () => void> = {
      A: () => (this.#y = Math.max(0, this.#y - count)),
      B: () => (this.#y = Math.min(this.rows - 1, this.#y + count)),
      E: () => ((this.#x = 0), (this.#y = Math.min(this.rows - 1, this.#y + count))),
      G: () => (this.#x = count - 1),
      H: () => (this.#x = this.#y = 0),
      J: () => this.#cells.splice(this.#y, this.rows, ...this.#blank().slice(this.#y)),
      K: () => this.#cells[this.#y]!.fill(' ', digits === '2' ? 0 : this.#x),
      m: () => undefined,
    };
    const move = moves[name];
    if (!move) throw new Error(`unknown sequence ${digits}${name}`);
    move();
  }
}

/** Noon, local time, on the day of the view. */
export const noon = new Date(2026, 4, 4, 12, 0, 0);
const minutesAgo = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);

export function approvalRow(over: Partial<ApprovalRow> = {}): ApprovalRow {
  return {
    id: 'ap-1',
    runId: 'run-1',
    proposalId: 'pr-1',
    taskId: null,
    status: 'requested',
    requestedBy: 'architect-1',
    requestedAt: minutesAgo(5),
    decidedBy: null,
    reason: null,
    note: null,
    patchSha256: 'a'.repeat(64),
    ...over,
  };
}

export function proposalRow(over: Partial<ProposalRow> = {}): ProposalRow {
  return {
    id: 'pr-1',
    runId: 'run-1',
    title: 'A fourth cable car line',
    status: 'in_review',
    risk: 'low',
    proposedBy: 'implementer-1',
    patchSha256: 'a'.repeat(64),
    updatedAt: minutesAgo(6),
    ...over,
  };
}

export function listed<Row>(...rows: Row[]): { rows: Row[]; total: number } {
  return { rows, total: rows.length };
}

export function runRow(over: Partial<RunRow> = {}): RunRow {
  return {
    id: 'run-1',
    goal: 'A series on cable cars',
    state: 'paused-intake',
    reason: 'work_remains',
    reasonDetail: null,
    waiting: 'ada is working on the task “Ink”.',
    use: 'turns 3 of 20, minutes 4, tokens 1200, USD 0.25 of 2',
    startedAt: minutesAgo(60),
    agents: 5,
    claims: 6,
    work: { open: 3, inProgress: 2, blocked: 1, done: 14, proposals: 7, approvals: 8 },
    ...over,
  };
}

export function consoleView(over: Partial<ConsoleView> = {}): ConsoleView {
  return {
    workspace: { id: 'news', name: 'The Newsroom' },
    status: 'ready',
    tickedRunId: 'run-1',
    enforcement: 'enforced',
    runs: listed(runRow(), runRow({ id: 'run-0', goal: 'Last week', state: 'completed' })),
    tasks: {
      rows: Array.from({ length: 30 }, (_, index) => ({
        id: `task-${index}`,
        runId: 'run-1',
        title: `Chapter ${index}`,
        status: 'open',
        assignedAgentId: index === 0 ? 'implementer-1' : null,
        waitsFor: index === 1 ? [{ id: 'task-0', title: 'Chapter 0', status: 'open' }] : [],
        updatedAt: minutesAgo(index),
      })),
      total: 900,
    },
    agents: listed({
      id: 'implementer-1',
      role: 'implementer',
      adapter: 'generic',
      status: 'working',
      enabled: true,
      note: 'phantom',
    }),
    claims: listed({
      id: 'claim-1',
      runId: 'run-1',
      agentId: 'implementer-1',
      resource: 'content/posts/cable-cars.md',
      claimedAt: minutesAgo(3),
      expiresAt: minutesAgo(-10),
    }),
    proposals: listed(proposalRow(), proposalRow({ id: 'pr-2', title: 'Opening hours' })),
    approvals: listed(
      approvalRow(),
      approvalRow({ id: 'ap-2', proposalId: 'pr-2', status: 'approved', decidedBy: 'mara' }),
      approvalRow({ id: 'ap-3', proposalId: null, patchSha256: null }),
    ),
    events: listed(
      { id: 2, runId: 'run-1', type: 'task.assigned', text: 'task_id=task-0', at: minutesAgo(1) },
      { id: 1, runId: 'run-1', type: 'orchestrator.retry', text: '1', at: minutesAgo(2000) },
    ),
    ...over,
  };
}

export const patch = `--- a/content/posts/cable-cars.md
+++ b/content/posts/cable-cars.md
@@ -1,2 +1,2 @@
 # Cable cars
-Three lines.
+Four lines.
`;

export function proposalDetail(over: Partial<ProposalDetail> = {}): ProposalDetail {
  return {
    id: 'pr-1',
    title: 'A fourth cable car line',
    status: 'in_review',
    risk: 'low',
    proposedBy: 'implementer-1',
    body: 'Adds the fourth line.',
    baseRevision: '9d0e1bb',
    patch,
    patchSha256: 'a'.repeat(64),
    approvals: [approvalRow()],
    ...over,
  };
}

export interface ConsoleSetUp extends Partial<ConsoleOptions> {
  readonly columns?: number;
  readonly rows?: number;
  readonly view?: ConsoleView;
}

export class TestConsole {
  readonly terminal: Terminal;
  readonly clock = new ManualClock(noon);
  readonly commands: ConsoleCommand[] = [];
  readonly ended: Promise<void>;
  view: ConsoleView;
  failure: Error | undefined;
  detail = proposalDetail();
  answer: (command: ConsoleCommand) => Promise<string> = async ({ name }) => `Sent ${name}.`;

  constructor({ columns, rows, view = consoleView(), ...options }: ConsoleSetUp = {}) {
    this.terminal = new Terminal(columns, rows);
    this.view = view;
    const leaving = new AbortController();
    this.ended = startConsole({
      source: () => (this.failure ? Promise.reject(this.failure) : Promise.resolve(this.view)),
      actions: (command) => {
        this.commands.push(command);
        return this.answer(command);
      },
      proposal: () => Promise.resolve(this.detail),
      clock: this.clock,
      stdin: this.terminal.keyboard as unknown as NodeJS.ReadStream,
      stdout: this.terminal as unknown as NodeJS.WriteStream,
      signal: leaving.signal,
      colour: false,
      ...options,
    });
    const { terminal } = this;
    const over = this.ended.then(
      () => terminal.giveUp(new Error('the console has ended')),
      (error: Error) => terminal.giveUp(error),
    );
    onTestFinished(() => {
      leaving.abort();
      return over;
    });
  }

  async readAgain(): Promise<void> {
    await this.clock.sleeping();
    this.clock.advance(1000);
  }

  async command(text: string): Promise<void> {
    this.terminal.type(':');
    await this.terminal.shows('Enter run');
    this.terminal.type(text, keys.enter);
    await this.terminal.until((screen) => !screen.includes('Enter run'));
  }
}

export async function openConsole(setUp: ConsoleSetUp = {}): Promise<TestConsole> {
  const opened = new TestConsole(setUp);
  await opened.terminal.until((screen) => screen.includes('quit') || screen.includes('needs'));
  await opened.terminal.until((screen) => !screen.includes('Reading …'));
  return opened;
}
