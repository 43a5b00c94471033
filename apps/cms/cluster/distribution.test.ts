import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Distribution, type Taker } from './distribution.ts';

/** Notes what it is sent; it says itself when it has it. */
class NotingWorker implements Taker {
  readonly sent: Socket[] = [];

  send(_message: unknown, socket: Socket): boolean {
    this.sent.push(socket);
    return true;
  }
}

const door = createServer({ pauseOnConnect: true });
/** Both ends of each connection. */
const sockets: Socket[] = [];
let answeredHere: Socket[];
let distribution: Distribution;

beforeEach(async () => {
  answeredHere = [];
  distribution = new Distribution((socket) => answeredHere.push(socket));
  await once(door.listen(0, '127.0.0.1'), 'listening');
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await once(door.close(), 'close');
});

/** A connection that has just come in. */
async function comes(): Promise<Socket> {
  const accepted = once(door, 'connection') as Promise<[Socket]>;
  sockets.push(connect({ port: (door.address() as AddressInfo).port, host: '127.0.0.1' }));
  const [socket] = await accepted;
  sockets.push(socket);
  distribution.take(socket);
  return socket;
}

test('connections go to the workers in turn, and stay here until they have come', async () => {
  const [one, two] = [new NotingWorker(), new NotingWorker()];
  distribution.add(one);
  distribution.add(two);
  const [first, second] = [await comes(), await comes()];
  expect([one.sent, two.sent]).toEqual([[first], [second]]);
  expect(first.destroyed).toBe(false);
  distribution.acknowledge(two);
  distribution.acknowledge(one);
  expect([first.destroyed, second.destroyed]).toEqual([true, true]);
  const [third, fourth] = [await comes(), await comes()];
  expect([one.sent[1], two.sent[1]]).toEqual([fourth, third]);
});

test('who is busy gets one, and the others what comes meanwhile; the next goes to whoever is ready first', async () => {
  const [busy, quick] = [new NotingWorker(), new NotingWorker()];
  distribution.add(busy);
  distribution.add(quick);
  await comes();
  for (let count = 0; count < 3; count += 1) {
    await comes();
    distribution.acknowledge(quick);
  }
  expect([busy.sent.length, quick.sent.length]).toEqual([1, 3]);
  await comes();
  const waiting = await comes();
  distribution.acknowledge(busy);
  expect(busy.sent[1]).toBe(waiting);
});

test('what was on the way to a worker that has died goes to another, before all else', async () => {
  const [dying, other] = [new NotingWorker(), new NotingWorker()];
  distribution.add(dying);
  distribution.add(other);
  const lost = await comes();
  await comes();
  const later = await comes();
  distribution.remove(dying);
  distribution.acknowledge(other);
  distribution.acknowledge(other);
  expect(other.sent.slice(1)).toEqual([lost, later]);
});

test('a worker that leaves is sent no more, and takes what is on the way', async () => {
  const [leaving, other] = [new NotingWorker(), new NotingWorker()];
  distribution.add(leaving);
  distribution.add(other);
  const last = await comes();
  distribution.retire(leaving);
  distribution.acknowledge(leaving);
  expect(last.destroyed).toBe(true);
  await comes();
  distribution.acknowledge(other);
  await comes();
  expect([leaving.sent.length, other.sent.length]).toEqual([1, 2]);
});

test('without a worker, what comes and what waits is answered here', async () => {
  const only = new NotingWorker();
  const early = await comes();
  distribution.add(only);
  const [lost, waiting] = [await comes(), await comes()];
  expect(answeredHere).toEqual([early]);
  distribution.remove(only);
  expect(answeredHere).toEqual([early, lost, waiting]);
});

test('it is drained when everything has been taken', async () => {
  const worker = new NotingWorker();
  distribution.add(worker);
  await comes();
  await comes();
  let isDrained = false;
  const drained = distribution.drain().then(() => (isDrained = true));
  distribution.acknowledge(worker);
  await Promise.resolve();
  expect([isDrained, worker.sent.length]).toEqual([false, 2]);
  distribution.acknowledge(worker);
  await drained;
});
