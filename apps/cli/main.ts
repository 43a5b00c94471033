import { run } from './index.ts';
import { stopWithLauncher } from './stop-with-launcher.ts';

stopWithLauncher(process.env);

// A reader that has seen enough, such as `galley openapi | head`, ends a command like Ctrl-C, without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM');
  else process.exit(0);
});

// A server outlives the reader of its log.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const code = await run(process.argv.slice(2));
// A command that has told of its failure by itself has set the exit code already.
process.exitCode ??= code;
