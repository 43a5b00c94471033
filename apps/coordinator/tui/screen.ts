import type { ConsoleState, Prompt } from './console-state.ts';
import type { ConsoleView } from './console-view.ts';
import { fitLine, line, type Line, type Tone } from './line.ts';
import { pageLines } from './page.ts';
import type { Pane } from './pane.ts';
import { paneNames, panes } from './panes.ts';
import {
  blocksOf,
  bodyRows,
  firstRow,
  isTooSmall,
  noticeOf,
  rowsOf,
  smallest,
  type Block,
} from './screen-layout.ts';
import { clockTime } from './time-text.ts';
import { clipped, lastColumns, visible, widthOf, wrapped } from './visible-text.ts';

/** Always has the same number of lines, so that nothing jumps. */
export interface Screen {
  readonly lines: readonly Line[];
  /** `undefined` without a command line. */
  readonly cursor: { readonly x: number; readonly y: number } | undefined;
}

/** `now` decides which times are shown as today's. */
export function screenOf(state: ConsoleState, now: Date): Screen {
  const rows = rowsOf(state.size);
  if (isTooSmall(state.size)) return { lines: filled(tooSmall(state), rows), cursor: undefined };
  const body = state.page ? pageRows(state) : listRows(state, now);
  const notice = noticeOf(state);
  const prompt = promptLine(state);
  const above = [
    titleLine(state),
    ...filled(body, bodyRows(state) + 1),
    ...notice.lines.map((text) => line(text, notice.tone)),
  ];
  const below = [...(prompt ? [prompt.line] : []), line(keysOf(state), 'quiet')];
  const screen = [...filled(above, rows - below.length), ...below];
  return {
    lines: screen.map((spans) => fitLine(spans, state.size.columns)),
    cursor: prompt?.cursor === undefined ? undefined : { x: prompt.cursor, y: rows - 2 },
  };
}

function filled(lines: readonly Line[], rows: number): Line[] {
  const missing = Math.max(0, rows - lines.length);
  return [...lines.slice(0, rows), ...Array.from({ length: missing }, () => line(''))];
}

function tooSmall({ size }: ConsoleState): Line[] {
  const text = `This window is ${size.columns}x${size.rows}; the console needs at least ${smallest.columns}x${smallest.rows}. q quits.`;
  return wrapped(text, size.columns).map((part) => line(part));
}

function titleLine({ view, failure, size }: ConsoleState): Line {
  const stale = failure ? `  STALE SINCE ${clockTime(failure.since)}` : undefined;
  if (!view) return titled('Galley', stale ?? '', 'bad');
  const { name, id } = view.workspace;
  const workspace = clipped(name === id ? id : `${name} (${id})`, Math.floor(size.columns / 2) - 8);
  const isWell = !failure && view.status !== 'degraded';
  const ticked =
    view.tickedRunId === null ? 'ticks no run' : `ticks ${clipped(view.tickedRunId, 14, 'end')}`;
  return [
    ...titled(`Galley: ${workspace}`, stale ?? `  ${view.status}`, isWell ? 'good' : 'bad'),
    { text: `  ${view.enforcement}  ${ticked}`, tone: 'plain' },
  ];
}

function titled(title: string, status: string, tone: Tone): Line {
  return [
    { text: title, tone: 'strong' },
    { text: status, tone },
  ];
}

function listRows(state: ConsoleState, now: Date): Line[] {
  const { view } = state;
  if (!view) return [line(''), line(state.failure ? '' : 'Reading …')];
  const blocks = blocksOf(state, view).flatMap((block) => blockRows(state, { view, block, now }));
  return [tabs(state, view), ...blocks];
}

function tabs({ focus, size }: ConsoleState, view: ConsoleView): Line {
  const labelled = (of: (pane: Pane) => string) =>
    paneNames.map((name, index) => {
      const text = `${index + 1} ${of(panes[name])}`;
      return name === focus ? `[${text}]` : ` ${text} `;
    });
  const full = labelled((pane) => `${pane.label} (${pane.total(view)})`).join('');
  const plain = labelled((pane) => pane.label).join('');
  const short = labelled((pane) => pane.shortLabel).map((label) => label.trim());
  const fitting = [full, plain].find((text) => widthOf(text) <= size.columns);
  return line(fitting ?? short.join(' '));
}

interface BlockRequest {
  readonly view: ConsoleView;
  readonly block: Block;
  readonly now: Date;
}

function blockRows(state: ConsoleState, { view, block, now }: BlockRequest): Line[] {
  const pane = panes[block.pane];
  const { columns } = state.size;
  const isFocused = block.pane === state.focus;
  const count = pane.ids(view).length;
  const selected = state.selection[block.pane].index;
  const first = firstRow(count, block.rows, selected);
  const shown = Math.min(block.rows, count - first);
  const table = pane.table(view, columns, now);
  const place = count === 0 ? 'none' : `${first + 1}-${first + shown} of ${pane.total(view)}`;
  const rows = Array.from({ length: shown }, (_, offset) => first + offset);
  return [
    line(`── ${pane.label}, ${place} `.padEnd(columns, '─'), isFocused ? 'strong' : 'quiet'),
    table.heading,
    ...filled(
      rows.map((index) => table.line(index, isFocused && index === selected)),
      block.rows,
    ),
  ];
}

function pageRows(state: ConsoleState): Line[] {
  if (!state.page) return [];
  const { subject, offset } = state.page;
  const lines = pageLines(subject, state.size.columns);
  const rows = bodyRows(state);
  const last = Math.min(offset + rows, lines.length);
  const place = lines.length <= rows ? '' : `, lines ${offset + 1}-${last} of ${lines.length}`;
  const title = `── ${visible(subject.title)}${place} `;
  return [line(title.padEnd(state.size.columns, '─'), 'strong'), ...lines.slice(offset, last)];
}

interface PromptLine {
  readonly line: Line;
  readonly cursor?: number;
}

function promptLine({ prompt, goal, size }: ConsoleState): PromptLine | undefined {
  if (prompt) return typedLine(prompt, size.columns);
  if (goal === '') return undefined;
  return { line: line(clipped(`Goal for the next start: ${goal}`, size.columns)) };
}

/** Truncated at the start, so that the cursor stays visible. */
function typedLine({ line: edited, question }: Prompt, columns: number): PromptLine {
  const sign = question ? 'yes? ' : ':';
  const room = columns - sign.length - 1;
  const before = visible(edited.before);
  const shown = widthOf(before) <= room ? before : `…${lastColumns(before, room - 1)}`;
  return {
    line: line(`${sign}${shown}${visible(edited.after)}`),
    cursor: widthOf(sign + shown),
  };
}

const listKeys = 'Arrows/jk move  Tab/1-7 lists  Enter inspect  : command  ? help  q quit';
const narrowListKeys = 'jk move  Tab lists  Enter inspect  : command  ? help  q quit';
const pageKeys = 'Arrows/jk PgUp/PgDn scroll  Esc back  : command  q quit';
const proposalKeys = 'jk PgUp/PgDn scroll  r reload  Esc back  : command  q quit';

function keysOf({ prompt, page, size }: ConsoleState): string {
  if (prompt?.question) return 'yes Enter do it  Esc cancel  Ctrl-C quit';
  if (prompt) return 'Enter run  Esc cancel  Up/Down history  Ctrl-C quit';
  if (page) return page.detail ? proposalKeys : pageKeys;
  return widthOf(listKeys) <= size.columns ? listKeys : narrowListKeys;
}
