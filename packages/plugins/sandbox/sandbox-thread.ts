import { parentPort, workerData } from 'node:worker_threads';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { Guest } from './guest.ts';
import type { FromSandbox, SandboxStart, ToSandbox } from './messages.ts';

// Node has it; the types of Node leave it to those of browsers.
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => never;
};

const pageBytes = 64 * 1024;
/** What the engine expects to find. */
const initialPages = 256;

/** What runs in the thread of a plugin. */
const start = workerData as SandboxStart;
const port = parentPort!;
const { default: variant } = await import('@jitl/quickjs-ng-wasmfile-release-sync');
// The engine cannot measure what it has allocated here, so that a limit of its own would bound only single pieces; but
// it has nothing else than this memory, and takes it for full where that cannot grow.
const wasmMemory = new WebAssembly.Memory({
  initial: initialPages,
  maximum: Math.max(initialPages, Math.floor(start.limits.memory / pageBytes)),
});
const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant as never, { wasmMemory }));
const guest = new Guest(quickjs, start, (message) => port.postMessage(message));
port.on('message', (message: ToSandbox) => guest.receive(message));
port.postMessage({ kind: 'loading' } satisfies FromSandbox);
guest.load();
