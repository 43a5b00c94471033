import { Box, Text, useCursor, useInput, usePaste, type TextProps } from 'ink';
import { createElement as h, useSyncExternalStore, type ReactElement } from 'react';
import type { ConsoleSession } from './console-session.ts';
import { keyPresses } from './key-press.ts';
import type { Line, Tone } from './line.ts';
import { screenOf } from './screen.ts';

const styles: Readonly<Record<Tone, TextProps>> = {
  plain: {},
  strong: { bold: true },
  quiet: { dimColor: true },
  good: { color: 'green' },
  warning: { color: 'yellow' },
  bad: { color: 'red' },
  selected: { inverse: true },
};

export interface ConsoleAppProps {
  readonly session: ConsoleSession;
  readonly colour: boolean;
}

export function ConsoleApp({ session, colour }: ConsoleAppProps): ReactElement {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const { setCursorPosition } = useCursor();
  useInput((input, key) => {
    for (const press of keyPresses(input, key)) session.tell({ type: 'pressed', press });
  });
  usePaste((text) => session.tell({ type: 'pasted', text }));
  const { lines, cursor } = screenOf(state, session.now());
  setCursorPosition(cursor);
  return h(
    Box,
    { flexDirection: 'column' },
    lines.map((spans, row) => h(LineText, { key: row, spans, colour })),
  );
}

interface LineTextProps {
  readonly spans: Line;
  readonly colour: boolean;
}

function LineText({ spans, colour }: LineTextProps): ReactElement {
  // An empty text would have no height.
  if (spans.length === 0) return h(Text, null, ' ');
  const parts = spans.map(({ text, tone }, index) =>
    h(Text, { key: index, ...(colour && styles[tone]) }, text),
  );
  return h(Text, { wrap: 'truncate' }, parts);
}
