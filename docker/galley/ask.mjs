// `node ask.mjs http://127.0.0.1:8080/__ready`: ends with 0 when that answers well. Images have no curl.
const [, , address] = process.argv;
const answer = await fetch(address, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
