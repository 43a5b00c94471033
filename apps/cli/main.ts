import { run } from './index.ts';
import { stopWithLauncher } from './stop-with-launcher.ts';

stopWithLauncher(process.env);

// A closed output, as in `galley openapi | head`, ends a command like Ctrl-C, without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM');
  else process.exit(0);
});

// A server keeps running when the reader of its log is gone.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const code = await run(process.argv.slice(2));
// A command that reported its own failure has already set the exit code.
process.exitCode ??= code;
