// `node ask.mjs http://127.0.0.1:8080/__ready`: exits with 0 if the response is successful. The image has no curl.
const [, , address] = process.argv;
const answer = await fetch(address, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
