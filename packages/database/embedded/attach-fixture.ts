// Process that shares the server: prints a line of JSON per event, and detaches when its standard input ends. Argument:
// the folder of the project.
import { join } from 'node:path';
import { DomainError, silentLogger } from '@galley/kernel';
import { attachEmbeddedServer } from './embedded-server.ts';

const data = process.argv[2] ?? '';
const tell = (event: unknown): boolean => process.stdout.write(`${JSON.stringify(event)}\n`);

try {
  const server = await attachEmbeddedServer({
    dataDirectory: join(data, 'postgres'),
    secretsDirectory: join(data, 'secrets'),
    settings: { fsync: 'off' },
    logger: silentLogger,
  });
  const tellConnection = (): boolean => tell({ connection: server.ownerConnection() });
  server.onMoved(tellConnection);
  tellConnection();
  process.stdin.resume();
  process.stdin.once('end', () => void server.detach());
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  tell({ code: error.code, message: error.message });
}
