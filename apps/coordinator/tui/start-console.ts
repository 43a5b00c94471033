import { kernelProblems } from '@galley/kernel';
import { render } from 'ink';
import { createElement as h } from 'react';
import { ConsoleApp } from './console-app.ts';
import type { Size } from './console-state.ts';
import { ConsoleSession, type ConsoleSessionOptions } from './console-session.ts';

export interface ConsoleOptions extends ConsoleSessionOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  readonly colour: boolean;
}

/** Rejects with `invalid_request` without a terminal. Always restores the terminal. */
export async function startConsole(options: ConsoleOptions): Promise<void> {
  const { stdin, stdout, signal } = options;
  if (!stdin.isTTY || !stdout.isTTY) {
    throw kernelProblems.invalid_request(
      'The terminal UI needs a terminal for input and output. Run headless without one.',
    );
  }
  if (signal.aborted) return;
  const session = new ConsoleSession(options, sizeOf(stdout));
  const resized = () => session.tell({ type: 'resized', size: sizeOf(stdout) });
  // Registered before Ink's own listener, so that Ink never draws lines of the old size.
  stdout.on('resize', resized);
  try {
    await showConsole(session, options);
  } finally {
    stdout.off('resize', resized);
  }
}

async function showConsole(session: ConsoleSession, options: ConsoleOptions): Promise<void> {
  const { stdin, stdout, signal, colour } = options;
  const ink = render(h(ConsoleApp, { session, colour }), {
    stdin,
    stdout,
    interactive: true,
    alternateScreen: true,
    incrementalRendering: true,
    // Output never goes through the global console.
    patchConsole: false,
  });
  const over = new AbortController();
  const leave = () => session.leave();
  signal.addEventListener('abort', leave);
  const reading = session.read(over.signal);
  try {
    await Promise.race([ink.waitUntilExit(), session.ended, reading]);
  } finally {
    signal.removeEventListener('abort', leave);
    over.abort();
    ink.unmount();
    await ink.waitUntilExit();
  }
}

/** Some terminals report a size of 0. */
function sizeOf({ columns, rows }: NodeJS.WriteStream): Size {
  return { columns: columns || 80, rows: rows || 24 };
}
