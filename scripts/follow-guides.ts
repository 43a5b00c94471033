// `npm run docs:follow [-- NAME …]`: runs the commands of the guides, each guide in a fresh project on free ports of
// this machine. guide-plans.ts gives reasons for skipped blocks.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guidePlans, type GuidePlan } from './guide-plans.ts';
import { codeBlocks } from './markdown-code.ts';
import { readText, root } from './repository.ts';

const prelude = readText('scripts/follow-guides.sh');

async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

function buildScript(name: string, plan: GuidePlan): string {
  const blocks = codeBlocks(readText(`docs/guides/${name}.md`)).filter(
    ({ language }) => language === 'sh',
  );
  if (blocks.length !== plan.blocks.length)
    throw new Error(
      `docs/guides/${name}.md has ${blocks.length} blocks of commands, but scripts/guide-plans.ts lists ${plan.blocks.length}.`,
    );
  const steps = blocks.map(({ text, line }, index) => {
    const step = plan.blocks[index]!;
    if ('leave' in step) return `echo "--- ${name}.md:${line}: skipped: ${step.leave}"`;
    const commands = (step.replace ?? []).reduce((all, [from, to]) => {
      if (!all.includes(from)) throw new Error(`${name}.md:${line} no longer contains ${from}.`);
      return all.replaceAll(from, to);
    }, text);
    const marked = `echo "--- ${name}.md:${line}"`;
    return [step.before ?? '', marked, replacePorts(commands), step.after ?? ''].join('\n');
  });
  return [prelude, plan.setUp ?? '', ...steps].join('\n');
}

function replacePorts(commands: string): string {
  return commands
    .replaceAll(/(127\.0\.0\.1|localhost):8080/g, '127.0.0.1:$PORT')
    .replaceAll('127.0.0.1:7117', '127.0.0.1:$COORDINATOR')
    .replaceAll('8099', '$OTHER');
}

async function follow(name: string, plan: GuidePlan): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-guide-'));
  const [port, coordinator, other] = (await findFreePorts(3)) as [number, number, number];
  const { PATH = '', HOME = '' } = process.env;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', buildScript(name, plan)], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 900_000,
    env: {
      PATH,
      HOME,
      ROOT: root,
      NODE: process.execPath,
      LOG: join(folder, 'servers.log'),
      PORT: String(port),
      COORDINATOR: String(coordinator),
      OTHER: String(other),
      GALLEY_SERVER__PORT: String(port),
      GALLEY_COORDINATOR__ADDRESS: `127.0.0.1:${coordinator}`,
    },
  });
  console.log(`${status === 0 ? 'followed' : 'FAILED'}  ${name}`);
  if (status !== 0 || process.env['GALLEY_FOLLOW_SHOW']) console.log(`${stdout}\n${stderr}`);
  if (status === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`Its files are in ${folder}.`);
  return status === 0;
}

const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, plan] of Object.entries(guidePlans)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (!(await follow(name, plan))) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
