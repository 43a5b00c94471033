// Posts sign-ins as fast as they are answered, until SIGTERM; then prints their number.
import { randomInt } from 'node:crypto';

const [address, connections, from] = process.argv.slice(2) as [string, string, string];
let answers = 0;
process.once('SIGTERM', () => {
  process.stdout.write(String(answers), () => process.exit(0));
});
process.stdout.write('begun');

function anyAddress(): string {
  return from === 'one'
    ? '192.0.2.1'
    : Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');
}

async function flood(): Promise<void> {
  for (;;) {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
      body: JSON.stringify({ username: `user${randomInt(1e9)}`, password: 'a wrong sentence' }),
    });
    await answer.arrayBuffer();
    answers += 1;
    // After a 503, retries almost at once, as a flood does.
    if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

await Promise.all(Array.from({ length: Number(connections) }, flood));
